import { evidenceTexts } from '@bitacora/core/messages/acts';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { useState } from 'react';
import { useApp } from '../../app.ts';
import { outcomeOf } from '../../messages/consult.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { EvidenceBox } from '../form/evidence-box.tsx';
import { type ActDialogProps, ActFoot, useAct } from './use-act.tsx';

export function EvidenceDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useApp();
  const attempt = useAct(props);
  const [images, setImages] = useState<readonly File[]>(props.photos ?? []);
  const [isMissing, setMissing] = useState(false);
  const upload = async () => {
    setMissing(images.length === 0);
    if (images.length === 0) return;
    await attempt.perform({
      call: () => client.addEvidence({ activityId: activity.id, images }),
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
      footer={
        <ActFoot attempt={attempt} keepLabel={frame.cancel}>
          <Button tone="accent" isBusy={attempt.isBusy} onClick={upload}>
            {attempt.isBusy ? evidenceTexts.submitting : evidenceTexts.submit}
          </Button>
        </ActFoot>
      }
    >
      <EvidenceBox
        images={images}
        error={complaint}
        onChange={(next) => {
          setMissing(false);
          if (!attempt.isOver) attempt.forgive();
          setImages(next);
        }}
      />
    </Dialog>
  );
}
