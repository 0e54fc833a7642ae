import { activityFields } from '@bitacora/core/messages/activity-fields';
import { createColumnHelper } from '@tanstack/react-table';
import { inbox } from '../../messages/inbox.ts';
import { Clipped, type Features } from '../../ui/table-columns.tsx';
import type { Activity } from '../activity.ts';
import { consultColumn, ownColumn } from '../list/columns.tsx';
import { WaitingTime } from './delivered.tsx';

const helper = createColumnHelper<Features, Activity>();

export interface Picking {
  picked: ReadonlySet<number>;
  /** Why each activity could not be verified, in the server's words. */
  refusals: ReadonlyMap<number, string>;
  onPick: (ids: readonly number[], isPicked: boolean) => void;
}

/** Deliveries with their resolution and waiting time. */
export const inboxColumns = ({ picked, refusals, onPick }: Picking) => [
  helper.display({
    id: 'pick',
    header: inbox.pick,
    meta: { width: 44, onCard: 'pick' },
    cell: ({ row: { original } }) => (
      <label className="pick">
        <input
          type="checkbox"
          aria-label={inbox.pickOne(original.id)}
          checked={picked.has(original.id)}
          onChange={(event) => onPick([original.id], event.target.checked)}
        />
      </label>
    ),
  }),
  consultColumn(),
  ownColumn('id'),
  helper.accessor('description', {
    header: activityFields.description.label,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ row: { original } }) => (
      <span className="inbox-words">
        <Clipped text={original.description} />
        {original.resolution && (
          <span className="inbox-resolution" title={original.resolution}>
            <span className="only-read">{inbox.resolution}: </span>
            {original.resolution}
          </span>
        )}
        {refusals.has(original.id) && <span className="inbox-refusal">{refusals.get(original.id)}</span>}
      </span>
    ),
  }),
  ownColumn('topic'),
  ownColumn('assignee'),
  helper.accessor(({ closedAt }) => closedAt?.getTime() ?? null, {
    id: 'delivered',
    header: inbox.delivered,
    meta: { width: 116, onCard: 'badge', isTabular: true },
    cell: ({ row: { original } }) => original.closedAt && <WaitingTime at={original.closedAt} />,
  }),
];
