import { closedStatuses, openStatuses, priorities } from '../../domain/activities/activity.ts';
import { IDLE_DAYS, NEAR_DAYS, type UrgencyMark } from '../../domain/activities/deadline.ts';
import { URGENCY_EPOCH } from '../activities/urgency.sql.ts';
import { literals } from '../statement.ts';
import { addChanges, differencesOf, dropEmpty, FOLD_DUE, inSpans, KEPT_ZONE, type WholeMonths, yearOf } from './due-work.sql.ts';

/*
 * The counts of closed work (decisions 34 and 40). A cell has the number of activities with a status and a value in a month or a year of UTC.
 * The value is a topic, the place of a priority, an owner, an assignee, or a topic and a priority together. Only the end has the last kind.
 * Cells by deadline have a day and the value 0. Changes since the last fold are rows.
 */

const placeOfPriority = (column: string) => `array_position(array[${literals(priorities).slice(1, -1)}], ${column})`;
/** The name of a priority in a cell. */
export const PRIORITY_AT = (place: string) => `(array[${literals(priorities).slice(1, -1)}])[${place}]`;

/** More than there are priorities. */
const PRIORITY_PLACES = 4;
const closedValues = {
  topic: 'topic_id',
  priority: placeOfPriority('priority'),
  owner: 'owner_id',
  assignee: 'assignee_id',
  topicPriority: `topic_id * ${PRIORITY_PLACES} + ${placeOfPriority('priority')}`,
};
/** Reads the topic of a cell by topic and priority. */
export const TOPIC_AT = (value: string) => `${value} / ${PRIORITY_PLACES}`;
export const PRIORITY_OF_BOTH = (value: string) => PRIORITY_AT(`${value} % ${PRIORITY_PLACES}`);
export type CellKind = keyof typeof closedValues;

/** The cells of a row, from its two months. */
const closedCellsOf = (createdOn: string, endedOn: string) => {
  const inSpans = (dating: string, kind: string, day: string, value: string) => [
    `('${dating}', '${kind}', 'month', ${day}, ${value})`,
    `('${dating}', '${kind}', 'year', ${yearOf(day)}, ${value})`,
  ];
  const ofSpans = Object.entries(closedValues).flatMap(([kind, value]) => [
    ...(kind === 'topicPriority' ? [] : inSpans('createdAt', kind, createdOn, value)),
    ...inSpans('endedAt', kind, endedOn, value),
  ]);
  return `cross join lateral (values ${[...ofSpans, `('deadline', 'all', 'day', deadline_on, 0)`].join(', ')}) as cell (dating, kind, span, day, value)`;
};

const CELLS_OF_CLOSED_CHANGES = closedCellsOf('created_on', 'ended_on');
const monthInUtc = (column: string) => `date_trunc('month', ${column} at time zone 'UTC')::date`;
const CLOSED_KEY = 'dating, kind, span, day, value, status';

/** The closed work of whole months, in years where they are whole: `value`, `status`, `total`. Several rows may be about one cell. */
export function closedCells(dating: 'createdAt' | 'endedAt', kind: CellKind, months: WholeMonths): string {
  const counted = (span: 'month' | 'year', from: string, before: string) => `
    select value, status, total from closed_work_counts
    where dating = '${dating}' and kind = '${kind}' and span = '${span}' and day >= ${from} and day < ${before}`;
  const changed = dating === 'createdAt' ? 'created_on' : 'ended_on';
  return `(${inSpans(counted, months)}
    union all select ${closedValues[kind]}, status, change from closed_work_changes where ${changed} >= ${months.first} and ${changed} < ${months.end}
  ) as cells`;
}

/** Closed work by the day of its deadline: `day`, `status`, `total`. */
export const CLOSED_DEADLINES = `(
    select day, status, total from closed_work_counts where dating = 'deadline' and kind = 'all' and span = 'day'
    union all select deadline_on, status, change from closed_work_changes
  ) as cells`;

/** Adds to the counts what changed. Two at once are right, because each change is removed by one of them. */
export const FOLD_CLOSED = `
  with ${KEPT_ZONE}, changes as (delete from closed_work_changes returning *), ${FOLD_DUE}
  ${addChanges('closed_work_counts', CLOSED_KEY, `changes ${CELLS_OF_CLOSED_CHANGES}`)}`;

const RECOUNT_CLOSED = `
  select ${CLOSED_KEY}, count(*) as total
  from activities ${closedCellsOf(monthInUtc('created_at'), monthInUtc('ended_at'))}
  where status in ${literals(closedStatuses)}
  group by ${CLOSED_KEY}`;

/** In the order of the key, because a figure then reads few blocks. */
export const COUNT_CLOSED_AGAIN = `insert into closed_work_counts (${CLOSED_KEY}, total) ${RECOUNT_CLOSED} order by ${CLOSED_KEY}`;

export const CLOSED_DIFFERENCES = differencesOf(
  CLOSED_KEY,
  'closed_work_counts',
  `closed_work_changes ${CELLS_OF_CLOSED_CHANGES}`,
  RECOUNT_CLOSED,
);

/*
 * The counts of open work (decision 40). A cell has the number of open activities with a status and a value. The value is a topic, the place
 * of a priority, an owner, an assignee, a day since the epoch, or 1 for rejected work. Changes since the last fold are rows.
 */

const daysSinceEpoch = (day: string) => `(${day} - date '${URGENCY_EPOCH}')`;

const openValues = {
  topic: 'topic_id',
  priority: placeOfPriority('priority'),
  owner: 'owner_id',
  assignee: 'assignee_id',
  deadline: daysSinceEpoch('deadline_on'),
  lastAct: daysSinceEpoch('last_act_on'),
  rejected: 'is_rejected::int',
};
export type OpenCellKind = keyof typeof openValues;

const openCellsOf = (isRejected: string) => {
  const cells = Object.entries(openValues).map(([kind, value]) => `('${kind}', ${value.replace('is_rejected', isRejected)})`);
  return `cross join lateral (values ${cells.join(', ')}) as cell (kind, value)`;
};
const CELLS_OF_OPEN_CHANGES = openCellsOf('is_rejected');
const OPEN_KEY = 'kind, value, status';

/** The cells of a kind: `value`, `status`, `total`. Several rows may be about one cell. */
export const openCells = (kind: OpenCellKind): string => `(
    select value, status, total from open_work_counts where kind = '${kind}'
    union all select ${openValues[kind]}, status, change from open_work_changes
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
  ${addChanges('open_work_counts', OPEN_KEY, `changes ${CELLS_OF_OPEN_CHANGES} where value is not null`)}`;

/** Days go by, and with them the values of deadlines: cells without work are removed. */
export const DROP_EMPTY_OPEN = dropEmpty('open_work_counts', OPEN_KEY);

const RECOUNT_OPEN = `
  select ${OPEN_KEY}, count(*) as total
  from activities ${openCellsOf('(rejected_at is not null)')}
  where status in ${literals(openStatuses)} and value is not null
  group by ${OPEN_KEY}`;

export const COUNT_OPEN_AGAIN = `insert into open_work_counts (${OPEN_KEY}, total) ${RECOUNT_OPEN} order by ${OPEN_KEY}`;

export const OPEN_DIFFERENCES = differencesOf(
  OPEN_KEY,
  'open_work_counts',
  `open_work_changes ${CELLS_OF_OPEN_CHANGES} where value is not null`,
  RECOUNT_OPEN,
);
