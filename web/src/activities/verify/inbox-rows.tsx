import './delivered.css';
import { daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { activityFields } from '@bitacora/core/messages/activities/activity-fields';
import { createColumnHelper } from '@tanstack/react-table';
import { createContext, use, useRef } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { deferred, Loaded } from '../../layout/loaded.tsx';
import { bulk } from '../../messages/bulk-act-texts.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { inbox } from '../../messages/inbox-texts.ts';
import { PlainButton } from '../../ui/button.tsx';
import { Tick } from '../../ui/choice.tsx';
import { FoundLine } from '../../ui/found-line.tsx';
import { Clipped, type Features } from '../../ui/table-model.tsx';
import { rowLink } from '../../ui/table-parts.tsx';
import type { ActivityView, EvidenceImage } from '../activity.tsx';
import { AgendaRow, activityColumn, consultColumn } from '../list/activity-rows.tsx';

const helper = createColumnHelper<Features, ActivityView>();

const topicColumn = activityColumn('topic');

interface Picking {
  picked: ReadonlyMap<number, ActivityView>;
  /** Why each activity could not be verified, in the server's words. */
  refusals: ReadonlyMap<number, string>;
  /** Nobody verifies what they delivered for another. */
  isVerifiable: (activity: ActivityView) => boolean;
  onPick: (deliveries: readonly ActivityView[], isPicked: boolean) => void;
}

/** Cells read it from a context, because new columns would draw every cell anew and lose the focus. */
export const PickingContext = createContext<Picking | null>(null);

interface DeliveryProps {
  delivery: ActivityView;
}

function PickDelivery({ delivery }: DeliveryProps) {
  const picking = use(PickingContext);
  return (
    <label className="pick">
      <Tick
        aria-label={bulk.pickOne(delivery.id)}
        disabled={!picking?.isVerifiable(delivery)}
        isTicked={picking?.picked.has(delivery.id) ?? false}
        onChange={(isTicked) => picking?.onPick([delivery], isTicked)}
      />
    </label>
  );
}

/** Shows the resolution, and why the delivery was not verified. */
function DeliveryWords({ delivery }: DeliveryProps) {
  const picking = use(PickingContext);
  const refusal = picking?.refusals.get(delivery.id);
  return (
    <>
      {delivery.resolution && (
        <span className="inbox-resolution" title={delivery.resolution}>
          <span className="only-read">{inbox.resolution}: </span>
          {delivery.resolution}
        </span>
      )}
      {!picking?.isVerifiable(delivery) && <span className="inbox-refusal">{inbox.ownDelivery}</span>}
      {refusal && <span className="inbox-refusal">{refusal}</span>}
    </>
  );
}

/** A delivery where a table has too little room. */
export const DeliveryRow = ({ delivery }: DeliveryProps) => (
  <AgendaRow
    activity={delivery}
    pick={<PickDelivery delivery={delivery} />}
    delivered={
      <>
        {delivery.closedAt && <WaitingTime at={delivery.closedAt} />}
        <Thumbnails delivery={delivery} />
      </>
    }
    isAlike
  >
    <DeliveryWords delivery={delivery} />
  </AgendaRow>
);

/** Deliveries with their resolution and waiting time. */
export const inboxColumns = [
  helper.display({
    id: 'pick',
    header: bulk.pick,
    meta: { width: 44, onCard: 'pick' },
    cell: ({ row: { original } }) => <PickDelivery delivery={original} />,
  }),
  consultColumn({ width: 48 }, false),
  activityColumn('id'),
  helper.accessor('description', {
    header: activityFields.description.label,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="inbox-words">
        <Clipped text={original.description} />
        {original.found && <FoundLine {...original.found} />}
        <DeliveryWords delivery={original} />
      </span>
    ),
  }),
  helper.display({
    id: 'evidence',
    header: inbox.evidence,
    meta: { width: 112, onCard: 'line' },
    cell: ({ row: { original } }) => <Thumbnails delivery={original} isOfRow />,
  }),
  { ...topicColumn, meta: { ...topicColumn.meta, isMinor: 'report' as const } },
  activityColumn('assignee'),
  helper.accessor(({ closedAt }) => closedAt?.getTime() ?? null, {
    id: 'closed',
    header: inbox.delivered,
    meta: { width: 116, onCard: 'badge', isTabular: true },
    cell: ({ row: { original } }) => original.closedAt && <WaitingTime at={original.closedAt} />,
  }),
];

/** Days after which a wait is long, and too long. */
const LONG_DAYS = 3;
export const TOO_LONG_DAYS = 7;

const waitUrgency = (days: number) => (days >= TOO_LONG_DAYS ? 'late' : days >= LONG_DAYS ? 'soon' : 'fresh');

/** How long a delivery has waited, in words and as a bar that is full after two weeks. */
function WaitingTime({ at }: { at: Date }) {
  const { zone, today } = useSession();
  const days = Math.max(0, daysBetween(localDay(zone, at), today));
  return (
    <span className="delivered" data-urgency={waitUrgency(days)}>
      <span>{consultPage.daysAgo(days)}</span>
      <span className="delivered-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * (days + 1)) / (2 * TOO_LONG_DAYS))}%` }} />
      </span>
    </span>
  );
}

export type ReadEvidence = (delivery: Pick<ActivityView, 'id' | 'closedAt'>) => Promise<readonly EvidenceImage[]>;

/** The evidence of each delivery, read once; a delivery that is completed again is read again. */
export function useReadEvidence(): ReadEvidence {
  const { client } = useClients();
  const answersByKey = useRef(new Map<string, ReturnType<ReadEvidence>>()).current;
  return ({ id, closedAt }) => {
    const key = `${id} ${Number(closedAt)}`;
    const answer = answersByKey.get(key) ?? deferred(client.listEvidence({ activityId: id }));
    answersByKey.set(key, answer);
    // 'Reintentar' reads it again.
    answer.catch(() => answersByKey.delete(key));
    return answer;
  };
}

interface Reviewing {
  readEvidence: ReadEvidence;
  onReview: (delivery: ActivityView) => void;
}
/** Gives the cells of the inbox what they need, because the columns are made before it is known. */
export const ReviewContext = createContext<Reviewing | null>(null);

const VISIBLE = 1;

/** The first thumbnails of a delivery; they open it beside the list. */
function Thumbnails({ delivery, isOfRow = false }: DeliveryProps & { isOfRow?: boolean }) {
  const review = use(ReviewContext);
  if (!review) return null;
  return (
    <PlainButton {...(isOfRow && rowLink)} className="thumbnails" onClick={() => review.onReview(delivery)}>
      <span className="only-read">{inbox.review(delivery.id)} </span>
      <Loaded of={review.readEvidence(delivery)} skeleton={<span className="thumbnails-none" />} isSilent>
        {(images) =>
          images.length === 0 ? (
            <span className="thumbnails-none">{inbox.noEvidence}</span>
          ) : (
            <>
              {images.slice(0, VISIBLE).map(({ id, thumbnailUrl }) => (
                <img key={id} src={thumbnailUrl} alt="" loading="lazy" />
              ))}
              {images.length > VISIBLE && <span className="tabular">+{images.length - VISIBLE}</span>}
            </>
          )
        }
      </Loaded>
    </PlainButton>
  );
}
