import { closedStatuses, priorities } from '../domain/activity/activity.ts';
import { literals } from './statement.ts';

/*
 * The counts of closed work (decision 34). A cell has the number of activities with a status and a value in a month of UTC. The value is a
 * topic, the place of a priority, an owner or an assignee. Cells by deadline have a day and no value. Changes since the last fold are rows.
 */

const placeOf = (column: string) => `array_position(array[${literals(priorities).slice(1, -1)}], ${column})`;
/** The name of a priority in a cell. */
export const PRIORITY_AT = (place: string) => `(array[${literals(priorities).slice(1, -1)}])[${place}]`;

export type CellKind = 'topic' | 'priority' | 'owner' | 'assignee';

/** The cells of a row, from its two months. */
const cellsOf = (createdOn: string, endedOn: string) => {
  const values: Record<CellKind, string> = {
    topic: 'topic_id',
    priority: placeOf('priority'),
    owner: 'owner_id',
    assignee: 'assignee_id',
  };
  const ofMonths = Object.entries(values).flatMap(([kind, value]) => [
    `('createdAt', '${kind}', ${createdOn}, ${value})`,
    `('endedAt', '${kind}', ${endedOn}, ${value})`,
  ]);
  return `cross join lateral (values ${[...ofMonths, `('deadline', 'all', deadline_on, 0)`].join(', ')}) as cell (dating, kind, day, value)`;
};

const OF_CHANGES = cellsOf('created_on', 'ended_on');
const month = (column: string) => `date_trunc('month', ${column} at time zone 'UTC')::date`;

/** What the counts hold and what changed since. Several rows may be about one cell. */
export const CELLS = `(
    select dating, kind, day, value, status, total from closed_work_counts
    union all
    select dating, kind, day, value, status, change from closed_work_changes ${OF_CHANGES}
  ) as cells`;

/** Adds to the counts what changed. Two at once are right, because each change is removed by one of them. */
export const FOLD = `
  with changes as (delete from closed_work_changes returning *)
  insert into closed_work_counts as counts (dating, kind, day, value, status, total)
  select dating, kind, day, value, status, sum(change) from changes ${OF_CHANGES}
  group by dating, kind, day, value, status having sum(change) <> 0
  order by dating, kind, day, value, status
  on conflict (dating, kind, day, value, status) do update set total = counts.total + excluded.total`;

const RECOUNT = `
  select dating, kind, day, value, status, count(*) as total
  from activities ${cellsOf(month('created_at'), month('ended_at'))}
  where status in ${literals(closedStatuses)}
  group by dating, kind, day, value, status`;

export const FORGET_CHANGES = 'delete from closed_work_changes';
export const FORGET_COUNTS = 'delete from closed_work_counts';
/** In the order of the key, because a figure then reads few blocks. */
export const COUNT_AGAIN = `
  insert into closed_work_counts (dating, kind, day, value, status, total) ${RECOUNT} order by dating, kind, day, value, status`;

/** How many cells there are, and how many differ from a recount of the activities. */
export const DIFFERENCES = `
  select count(*) as cells, count(*) filter (where coalesce(kept.total, 0) <> coalesce(recount.total, 0)) as wrong
  from (select dating, kind, day, value, status, sum(total) as total from ${CELLS} group by dating, kind, day, value, status) as kept
    full join (${RECOUNT}) as recount using (dating, kind, day, value, status)`;
