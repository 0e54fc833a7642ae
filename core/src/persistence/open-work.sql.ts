import { openStatuses } from '../domain/activity/activity.ts';
import { IDLE_DAYS, NEAR_DAYS, type UrgencyMark } from '../domain/activity/deadline.ts';
import { placeOfPriority } from './closed-work.sql.ts';
import { differencesOf, FOLD_DUE, KEPT_ZONE } from './due-work.sql.ts';
import { literals } from './statement.ts';
import { URGENCY_EPOCH } from './urgency.sql.ts';

/*
 * The counts of open work (decision 40). A cell has the number of open activities with a status and a value. The value is a topic, the place
 * of a priority, an owner, an assignee, a day since the epoch, or 1 for rejected work. Changes since the last fold are rows.
 */

const daysSinceEpoch = (day: string) => `(${day} - date '${URGENCY_EPOCH}')`;

const values = {
  topic: 'topic_id',
  priority: placeOfPriority('priority'),
  owner: 'owner_id',
  assignee: 'assignee_id',
  deadline: daysSinceEpoch('deadline_on'),
  lastAct: daysSinceEpoch('last_act_on'),
  rejected: 'is_rejected::int',
};
export type OpenCellKind = keyof typeof values;

const cellsOf = (isRejected: string) => {
  const cells = Object.entries(values).map(([kind, value]) => `('${kind}', ${value.replace('is_rejected', isRejected)})`);
  return `cross join lateral (values ${cells.join(', ')}) as cell (kind, value)`;
};
const OF_CHANGES = cellsOf('is_rejected');

/** The cells of a kind: `value`, `status`, `total`. Several rows may be about one cell. */
export const openCells = (kind: OpenCellKind): string => `(
    select value, status, total from open_work_counts where kind = '${kind}'
    union all select ${values[kind]}, status, change from open_work_changes
  ) as cells`;

/** The day of a cell by deadline. */
export const OPEN_DEADLINE = `date '${URGENCY_EPOCH}' + value`;

const TODAY = daysSinceEpoch(':today::date');
/** `urgencyMarkConditions` of undelivered work, by its cells. */
const markCells: Record<UrgencyMark, readonly [kind: OpenCellKind, condition: string]> = {
  late: ['deadline', `value < ${TODAY}`],
  today: ['deadline', `value = ${TODAY}`],
  week: ['deadline', `value between ${TODAY} and ${TODAY} + ${NEAR_DAYS}`],
  notStarted: ['priority', `status = 'not_started'`],
  rejected: ['rejected', 'value = 1'],
  idle: ['lastAct', `value <= ${TODAY} - ${IDLE_DAYS}`],
};

/** How much of the counted work has each of these marks, a column each. `condition` is of a cell's status. */
export function openMarks(marks: readonly UrgencyMark[], condition: string): string {
  const kinds = [...new Set(marks.map((mark) => markCells[mark][0]))];
  const parts = kinds.map((kind) => `select '${kind}' as kind, value, status, total from ${openCells(kind)} where ${condition}`);
  const sums = marks.map((mark) => {
    const [kind, when] = markCells[mark];
    return `coalesce(sum(total) filter (where kind = '${kind}' and ${when}), 0)::int as "${mark}"`;
  });
  return `(select ${sums.join(', ')} from (${parts.join(' union all ')}) as cells) as marks`;
}

/** Adds to the counts what changed. Two at once are right, because each change is removed by one of them. */
export const FOLD_OPEN = `
  with ${KEPT_ZONE}, changes as (delete from open_work_changes returning *), ${FOLD_DUE}
  insert into open_work_counts as counts (kind, value, status, total)
  select kind, value, status, sum(change) from changes ${OF_CHANGES}
  where value is not null group by kind, value, status having sum(change) <> 0
  order by kind, value, status
  on conflict (kind, value, status) do update set total = counts.total + excluded.total`;

/** Days go by, and with them the values of deadlines: cells without work are removed. */
export const DROP_EMPTY_OPEN = `
  delete from open_work_counts where (kind, value, status) in (
    select kind, value, status from open_work_counts where total = 0 order by kind, value, status for update skip locked
  )`;

const RECOUNT = `
  select kind, value, status, count(*) as total
  from activities ${cellsOf('(rejected_at is not null)')}
  where status in ${literals(openStatuses)} and value is not null
  group by kind, value, status`;

export const FORGET_OPEN_CHANGES = 'delete from open_work_changes';
export const FORGET_OPEN_COUNTS = 'delete from open_work_counts';
export const COUNT_OPEN_AGAIN = `insert into open_work_counts (kind, value, status, total) ${RECOUNT} order by kind, value, status`;

export const OPEN_DIFFERENCES = differencesOf(
  'kind, value, status',
  'open_work_counts',
  `open_work_changes ${OF_CHANGES} where value is not null`,
  RECOUNT,
);
