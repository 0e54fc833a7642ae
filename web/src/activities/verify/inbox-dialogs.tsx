import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { assigneeName } from '@bitacora/core/domain/people/person';
import { factLabel } from '@bitacora/core/messages/activities/activity-fields';
import { actButtons } from '@bitacora/core/messages/activities/acts';
import { consult } from '@bitacora/core/messages/activities/consult';
import { reports } from '@bitacora/core/messages/activities/lists';
import { ChevronLeft, ChevronRight, ExternalLink, Square, SquareCheck } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFinish, useSession } from '../../app/app.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { paths } from '../../app/paths.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { useLinkState } from '../../layout/menu-entries.ts';
import { isHelpKeyOn } from '../../layout/palette/shortcuts.ts';
import { evidence } from '../../messages/activity-form-texts.ts';
import { inbox, inboxDialogs as texts } from '../../messages/inbox-texts.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Dialog, focusFirst } from '../../ui/dialog.tsx';
import { LiveMessage } from '../../ui/states.tsx';
import type { ActivityView, EvidenceImage } from '../activity.tsx';
import { ActDialog } from '../acts/act-dialog.tsx';
import { DocumentCount } from '../consult/document-count.tsx';
import { type RemotePage, remoteTable } from '../list/activity-table.tsx';
import type { ReportControls } from '../list/list-state.ts';
import type { DeliveryChoice } from './delivery-choice.ts';
import type { ReadEvidence } from './inbox-rows.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

interface InboxDialogsProps {
  page: RemotePage;
  controls: ReportControls;
  choice: DeliveryChoice;
  readEvidence: ReadEvidence;
  isVerifiable: (delivery: ActivityView) => boolean;
  /** The folio of the delivery beside the list. */
  reviewedId: number | null;
  onReview: (folio: number | null) => void;
  /** Whether the person is asked to confirm the verdicts. */
  isAsking: boolean;
  onDecided: () => void;
}

/** Another page is on its way; the review then opens its delivery at this index, or its last one. */
interface Turning {
  from: RemotePage;
  index: number;
}

/** What opens over the inbox: one delivery after another on all pages, and the question before several are verified. Refusals of other pages stand below. */
export function InboxDialogs({ page, controls, choice, readEvidence, isVerifiable, reviewedId, onReview, ...asking }: InboxDialogsProps) {
  const { rows, total } = page;
  const { picked, refusals, pick, applyVerdicts } = choice;
  const [turning, setTurning] = useState<Turning | null>(null);
  const [seenIds, setSeenIds] = useState<ReadonlySet<number>>(new Set());
  const isTurned = turning !== null && turning.from !== page;
  const at = isTurned ? Math.min(turning.index, rows.length - 1) : rows.findIndex(({ id }) => id === reviewedId);
  const current = rows[at];
  const { user } = useSession();
  const finish = useFinish();
  const [verdict, setVerdict] = useState<{ act: Act; activity: ActivityView } | null>(null);
  useEffect(() => {
    if (!isTurned) return;
    onReview(current?.id ?? null);
    setTurning(null);
  }, [isTurned]);
  const { pageIndex, pageSize, onPage } = remoteTable(controls, page);
  const place = pageIndex * pageSize + at + 1;
  const move = (step: 1 | -1) => {
    const next = rows[at + step];
    if (next) onReview(next.id);
    else if (place + step >= 1 && place + step <= total && !turning) {
      setTurning({ from: page, index: step === 1 ? 0 : Number.POSITIVE_INFINITY });
      onPage(pageIndex + step);
    }
  };
  const close = () => {
    setTurning(null); // or the next page would open the review again
    onReview(null);
  };
  const selected = [...picked.values()];
  const isVisible = (folio: number) => rows.some(({ id }) => id === folio);
  return (
    <>
      {page.hasMore && <LiveMessage className="muted">{reports.tooManyHits}</LiveMessage>}
      {[...refusals].map(
        ([folio, reason]) =>
          !isVisible(folio) && (
            <LiveMessage key={folio} className="inbox-refusal">
              {texts.refusedElsewhere(folio, reason)}
            </LiveMessage>
          ),
      )}
      {current && (
        <ReviewDialog
          delivery={current}
          images={readEvidence(current)}
          at={place}
          total={total}
          isPicked={picked.has(current.id)}
          isPickable={isVerifiable(current)}
          onPick={(isPicked) => pick([current], isPicked)}
          verdicts={(['reject', 'approve'] as const).filter((act) => actsOpenTo(user, current).has(act))}
          onVerdict={(act) => setVerdict({ act, activity: current })}
          onMove={move}
          onSeen={(id) => setSeenIds((before) => new Set([...before, id]))}
          onClose={close}
        />
      )}
      {verdict && (
        <ActDialog
          {...verdict}
          onClose={() => setVerdict(null)}
          onDone={async (notice) => {
            pick([verdict.activity], false);
            // The delivery leaves the list, and the next one comes to its place, from the next page too.
            setTurning({ from: page, index: at });
            await finish(notice);
          }}
        />
      )}
      {asking.isAsking && (
        <VerifyDialog
          deliveries={selected}
          hidden={selected.filter(({ id }) => !isVisible(id))}
          readEvidence={readEvidence}
          seen={seenIds}
          onVerdicts={applyVerdicts}
          onClose={asking.onDecided}
        />
      )}
    </>
  );
}

interface ReviewDialogProps {
  delivery: ActivityView;
  images: Promise<readonly EvidenceImage[]>;
  /** Its place among the rows, from 1. */
  at: number;
  total: number;
  isPicked: boolean;
  isPickable: boolean;
  /** The acts that the person may judge it by. */
  verdicts: readonly Act[];
  /** Asks first. */
  onVerdict: (act: Act) => void;
  onPick: (isPicked: boolean) => void;
  onMove: (step: 1 | -1) => void;
  onSeen: (id: number) => void;
  onClose: () => void;
}

/** One delivery after another at the side of the list: what was done, and every image. Arrows, J and K turn, X chooses. */
function ReviewDialog({ delivery, images, onSeen, onClose, ...row }: ReviewDialogProps) {
  const linkState = useLinkState();
  // Seen once the images have come.
  useEffect(() => followPromise(images, () => onSeen(delivery.id)), [images]);
  const { at, total, isPicked, isPickable, onPick, onMove, verdicts, onVerdict } = row;
  const pickAndMove = () => {
    onPick(!isPicked);
    if (!isPicked && at < total) onMove(1);
  };
  const keys: Record<string, () => void> = { j: () => onMove(1), k: () => onMove(-1), x: () => isPickable && onPick(!isPicked) };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') onMove(1);
    if (event.key === 'ArrowLeft') onMove(-1);
    if (isHelpKeyOn() && !event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key.toLowerCase()]?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut for the buttons in the dialog.
    <div onKeyDown={onKeyDown}>
      <Dialog
        size="side"
        title={texts.reviewTitle(delivery.id, at, total)}
        beside={
          <>
            <IconButton
              icon={isPicked ? SquareCheck : Square}
              label={isPicked ? texts.unpick : texts.pickToVerify}
              hasTip
              disabled={!isPickable}
              aria-pressed={isPicked}
              {...focusFirst}
              onClick={pickAndMove}
            />
            <IconButton icon={ChevronLeft} label={texts.previous} aria-disabled={at === 1} onClick={() => onMove(-1)} />
            <IconButton icon={ChevronRight} label={texts.next} aria-disabled={at === total} onClick={() => onMove(1)} />
          </>
        }
        onClose={onClose}
        footer={
          <div className="review-acts">
            <ButtonLink to={paths.assigned(delivery.id)} state={linkState} icon={ExternalLink}>
              {texts.open}
            </ButtonLink>
            {verdicts.map((act) => (
              <Button key={act} tone={act === 'approve' ? 'accent' : 'plain'} onClick={() => onVerdict(act)}>
                {actButtons[act]}
              </Button>
            ))}
          </div>
        }
      >
        <div className="review" key={delivery.id}>
          <h3 className="dialog-subject prose">{delivery.description}</h3>
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
                all.map(({ id, url, name, width, height }) => (
                  <a key={id} href={url} target="_blank" rel="noreferrer" title={evidence.open}>
                    <img src={url} alt={name} width={width} height={height} />
                  </a>
                ))
              )
            }
          </Loaded>
          <DocumentCount activityId={delivery.id} />
          {!isPickable && <p className="inbox-refusal">{inbox.ownDelivery}</p>}
        </div>
      </Dialog>
    </div>
  );
}
