import { evidenceTexts } from '@bitacora/core/messages/acts';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { useEffect, useState } from 'react';
import { useApp, useSession } from '../../app.ts';
import { type DraftKey, forgetDraft, keepFields, keepFiles, keptFiles } from '../../drafts.ts';
import { evidence } from '../../messages/activity-form.ts';
import { outcomeOf } from '../../messages/consult.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { EvidenceBox } from '../form/evidence-box.tsx';
import { useChosenImages } from '../form/use-chosen-images.ts';
import { type ActDialogProps, ActFoot, useAct } from './use-act.tsx';

/** The chosen images are kept on this device until they are sent or discarded. */
export function EvidenceDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useApp();
  const { user } = useSession();
  const key: DraftKey = `${user.id}.evidence.${activity.id}`;
  const [images, setImages] = useState<readonly File[]>([]);
  const [isRecovered, setRecovered] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const attempt = useAct({
    ...props,
    onClose: () => {
      forgetDraft(key);
      props.onClose();
    },
  });
  const change = (next: readonly File[]) => {
    setMissing(false);
    if (!attempt.isOver) attempt.forgive();
    setImages(next);
    if (next.length === 0) return forgetDraft(key);
    keepFields(key, null);
    void keepFiles(key, next);
  };
  const selection = useChosenImages(images, change);
  useEffect(() => {
    let isOpen = true;
    void keptFiles(key).then((kept) => {
      if (!isOpen) return;
      setRecovered(kept.length > 0);
      if (kept.length > 0) selection.replace(kept);
      selection.add(props.photos ?? []);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  const upload = async () => {
    if (isHeld) return;
    setHeld(true);
    const ready = await selection.prepared();
    setHeld(false);
    if (!ready) return;
    setMissing(ready.length === 0);
    if (ready.length === 0) return;
    await attempt.perform({
      call: () => client.addEvidence({ activityId: activity.id, images: ready }),
      notice: { title: evidenceTexts.notice, detail: outcomeOf('addEvidence', activity.id) },
    });
  };
  const complaint = isMissing
    ? validation.imagesRequired
    : attempt.error !== null
      ? sentenceOf(attempt.error, evidenceTexts.failed)
      : undefined;
  return (
    <Dialog
      size="wide"
      title={evidenceTexts.title}
      onClose={attempt.close}
      isBusy={attempt.isBusy}
      isRecovered={isRecovered}
      footer={
        <ActFoot attempt={attempt} keepLabel={frame.cancel}>
          <Button tone="accent" isBusy={isHeld || attempt.isBusy} onClick={upload}>
            {isHeld ? evidence.preparing : attempt.isBusy ? evidenceTexts.submitting : evidenceTexts.submit}
          </Button>
        </ActFoot>
      }
    >
      <EvidenceBox chosen={selection} isSending={attempt.isBusy} error={complaint} />
    </Dialog>
  );
}
