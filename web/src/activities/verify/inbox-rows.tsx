import { dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { activityFields } from '@bitacora/core/messages/activity-fields';
import { createColumnHelper } from '@tanstack/react-table';
import { createContext, use } from 'react';
import { useSession } from '../../app.ts';
import { inbox } from '../../messages/inbox.ts';
import { Clipped, type Features } from '../../ui/table-columns.tsx';
import { Tick } from '../../ui/tick.tsx';
import type { ActivityView } from '../activity.ts';
import { AgendaRow } from '../list/agenda-row.tsx';
import { consultColumn, ownColumn } from '../list/columns.tsx';
import { FoundLine } from '../list/found-line.tsx';
import { Thumbnails } from './evidence-cells.tsx';
import './delivered.css';

const helper = createColumnHelper<Features, ActivityView>();

const topicColumn = ownColumn('topic');

interface Picking {
  picked: ReadonlyMap<number, ActivityView>;
  /** Why each activity could not be verified, in the server's words. */
  refusals: ReadonlyMap<number, string>;
  /** Nobody verifies what they delivered for another. */
  isVerifiable: (activity: ActivityView) => boolean;
  onPick: (deliveries: readonly ActivityView[], isPicked: boolean) => void;
}

/** The columns do not know it, because new columns would draw every cell anew and lose the focus. */
export const PickingContext = createContext<Picking | null>(null);

interface DeliveryProps {
  delivery: ActivityView;
}

function PickDelivery({ delivery }: DeliveryProps) {
  const picking = use(PickingContext);
  return (
    <label className="pick">
      <Tick
        aria-label={inbox.pickOne(delivery.id)}
        disabled={!picking?.isVerifiable(delivery)}
        isTicked={picking?.picked.has(delivery.id) ?? false}
        onChange={(isTicked) => picking?.onPick([delivery], isTicked)}
      />
    </label>
  );
}

/** Its resolution, and why it was not verified. */
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
    header: inbox.pick,
    meta: { width: 44, onCard: 'pick' },
    cell: ({ row: { original } }) => <PickDelivery delivery={original} />,
  }),
  consultColumn(),
  ownColumn('id'),
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
    cell: ({ row: { original } }) => <Thumbnails delivery={original} />,
  }),
  { ...topicColumn, meta: { ...topicColumn.meta, isMinor: 'report' as const } },
  ownColumn('assignee'),
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

const urgencyOf = (days: number) => (days >= TOO_LONG_DAYS ? 'late' : days >= LONG_DAYS ? 'soon' : 'fresh');

/** How long a delivery has waited, in words and as a bar that is full after two weeks. */
function WaitingTime({ at }: { at: Date }) {
  const { zone, today } = useSession();
  const days = Math.max(0, daysBetween(dayIn(zone, at), today));
  return (
    <span className="delivered" data-urgency={urgencyOf(days)}>
      <span>{inbox.deliveredAgo(days)}</span>
      <span className="delivered-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * (days + 1)) / (2 * TOO_LONG_DAYS))}%` }} />
      </span>
    </span>
  );
}
