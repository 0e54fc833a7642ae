import { assigneeName } from '@bitacora/core/domain/people/person';
import { factLabel } from '@bitacora/core/messages/activity-fields';
import { actButtons } from '@bitacora/core/messages/acts';
import { consult } from '@bitacora/core/messages/consult';
import { ExternalLink } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { Loaded } from '../../layout/loaded.tsx';
import { useLinkState } from '../../layout/menu-entries.ts';
import { paths } from '../../layout/paths.ts';
import { inbox, inboxDialogs as texts } from '../../messages/inbox.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { isHelpKeyOn } from '../../ui/plain-keys.ts';
import type { ActivityView, EvidenceImage } from '../activity.ts';

interface ReviewDialogProps {
  delivery: ActivityView;
  images: Promise<readonly EvidenceImage[]>;
  /** Its place among the rows, from 1. */
  at: number;
  total: number;
  isPicked: boolean;
  isPickable: boolean;
  /** Asks for the reason; unset where the person may not reject it. */
  onReject?: (() => void) | undefined;
  onPick: (isPicked: boolean) => void;
  onMove: (step: 1 | -1) => void;
  onSeen: (id: number) => void;
  onClose: () => void;
}

/** One delivery after another at the side of the list: what was done, and every image. J and K turn, X chooses. */
export function ReviewDialog({ delivery, images, onSeen, onClose, ...row }: ReviewDialogProps) {
  const linkState = useLinkState();
  // Seen once the images have come.
  useEffect(() => {
    let isOpen = true;
    void images.then(
      () => isOpen && onSeen(delivery.id),
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [images]);
  const { at, total, isPicked, isPickable, onPick, onMove, onReject } = row;
  const pickAndMove = () => {
    onPick(!isPicked);
    if (!isPicked && at < total) onMove(1);
  };
  const keys: Record<string, () => void> = { j: () => onMove(1), k: () => onMove(-1), x: () => isPickable && onPick(!isPicked) };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isHelpKeyOn() && !event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key.toLowerCase()]?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut for the buttons in the dialog.
    <div onKeyDown={onKeyDown}>
      <Dialog
        size="side"
        title={texts.reviewTitle(delivery.id, at, total)}
        onClose={onClose}
        footer={
          <div className="review-acts">
            <ButtonLink to={paths.assigned(delivery.id)} state={linkState} icon={ExternalLink}>
              {texts.open}
            </ButtonLink>
            {onReject && <Button onClick={onReject}>{actButtons.reject}</Button>}
            <Button aria-disabled={at === total} onClick={() => at < total && onMove(1)}>
              {texts.next}
            </Button>
            <Button tone="accent" disabled={!isPickable} aria-pressed={isPicked} {...focusFirst} onClick={pickAndMove}>
              {isPicked ? texts.unpick : texts.pickToVerify}
            </Button>
          </div>
        }
      >
        <div className="review" key={delivery.id}>
          <p className="dialog-subject prose">{delivery.description}</p>
          <p className="muted">
            {assigneeName(delivery)} · {delivery.topic}
          </p>
          <h3>{factLabel('resolution')}</h3>
          <p className="prose">{delivery.resolution}</p>
          <h3>{consult.evidence}</h3>
          <Loaded of={images}>
            {(all) =>
              all.length === 0 ? (
                <p className="muted">{inbox.noEvidence}</p>
              ) : (
                all.map(({ id, url, name, width, height }) => <img key={id} src={url} alt={name} width={width} height={height} />)
              )
            }
          </Loaded>
          {!isPickable && <p className="inbox-refusal">{inbox.ownDelivery}</p>}
        </div>
      </Dialog>
    </div>
  );
}
