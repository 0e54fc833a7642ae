import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
import { reports } from '@bitacora/core/messages/lists';
import { useEffect, useState } from 'react';
import { useFinish, useSession } from '../../app.ts';
import { inboxDialogs as texts } from '../../messages/inbox.ts';
import { type RemotePage, remoteOf } from '../../reports/remote-table.tsx';
import type { ReportControls } from '../../reports/report-state.ts';
import { LiveMessage } from '../../ui/states.tsx';
import type { ActivityView } from '../activity.ts';
import { ActDialog } from '../acts/act-dialog.tsx';
import type { DeliveryChoice } from './delivery-choice.ts';
import type { EvidenceOf } from './evidence-cells.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

interface InboxDialogsProps {
  page: RemotePage;
  controls: ReportControls;
  choice: DeliveryChoice;
  evidenceOf: EvidenceOf;
  isVerifiable: (delivery: ActivityView) => boolean;
  /** The folio of the delivery beside the list. */
  reviewedId: number | null;
  onReview: (folio: number | null) => void;
  /** Whether the person is asked to confirm the verdicts. */
  isAsking: boolean;
  onAsked: () => void;
}

/** Another page is on its way; the review then opens its delivery at this index, or its last one. */
interface Turning {
  from: RemotePage;
  index: number;
}

/** What opens over the inbox: one delivery after another on all pages, and the question before several are verified. Refusals of other pages stand below. */
export function InboxDialogs({ page, controls, choice, evidenceOf, isVerifiable, reviewedId, onReview, ...asking }: InboxDialogsProps) {
  const { rows, total } = page;
  const { picked, refusals, pick, settle } = choice;
  const [turning, setTurning] = useState<Turning | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const isTurned = turning !== null && turning.from !== page;
  const at = isTurned ? Math.min(turning.index, rows.length - 1) : rows.findIndex(({ id }) => id === reviewedId);
  const current = rows[at];
  const { user } = useSession();
  const finish = useFinish();
  const [rejectionTarget, setRejectionTarget] = useState<ActivityView | null>(null);
  useEffect(() => {
    if (!isTurned) return;
    onReview(current?.id ?? null);
    setTurning(null);
  }, [isTurned]);
  const { pageIndex, pageSize, onPage } = remoteOf(controls, page);
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
      {page.isSortedInPart && <LiveMessage className="muted">{reports.sortedInPart(page)}</LiveMessage>}
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
          images={evidenceOf(current)}
          at={place}
          total={total}
          isPicked={picked.has(current.id)}
          isPickable={isVerifiable(current)}
          onPick={(isPicked) => pick([current], isPicked)}
          onReject={actsOpenTo(user, current).has('reject') ? () => setRejectionTarget(current) : undefined}
          onMove={move}
          onSeen={(id) => setSeen((before) => new Set([...before, id]))}
          onClose={close}
        />
      )}
      {rejectionTarget && (
        <ActDialog
          act="reject"
          activity={rejectionTarget}
          onClose={() => setRejectionTarget(null)}
          onDone={async (notice) => {
            pick([rejectionTarget], false);
            // The rejected delivery leaves the list, and the next one comes to its place, from the next page too.
            setTurning({ from: page, index: at });
            await finish(notice);
          }}
        />
      )}
      {asking.isAsking && (
        <VerifyDialog
          deliveries={selected}
          hidden={selected.filter(({ id }) => !isVisible(id))}
          evidenceOf={evidenceOf}
          seen={seen}
          onVerdicts={settle}
          onClose={asking.onAsked}
        />
      )}
    </>
  );
}
