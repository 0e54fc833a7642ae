import { closedStatuses, priorities } from '../domain/activity/activity.ts';
import { differencesOf, FOLD_DUE, KEPT_ZONE } from './due-work.sql.ts';
import { literals } from './statement.ts';
import { type WholeMonths, yearOf } from './whole-months.sql.ts';

/*
 * The counts of closed work (decisions 34 and 40). A cell has the number of activities with a status and a value in a month or a year of UTC.
 * The value is a topic, the place of a priority, an owner, an assignee, or a topic and a priority together. Only the end has the last kind.
 * Cells by deadline have a day and the value 0. Changes since the last fold are rows.
 */

export const placeOfPriority = (column: string) => `array_position(array[${literals(priorities).slice(1, -1)}], ${column})`;
/** The name of a priority in a cell. */
export const PRIORITY_AT = (place: string) => `(array[${literals(priorities).slice(1, -1)}])[${place}]`;

/** More than there are priorities. */
const PRIORITY_PLACES = 4;
const values = {
  topic: 'topic_id',
  priority: placeOfPriority('priority'),
  owner: 'owner_id',
  assignee: 'assignee_id',
  topicPriority: `topic_id * ${PRIORITY_PLACES} + ${placeOfPriority('priority')}`,
};
/** Of cells by topic and priority. */
export const TOPIC_AT = (value: string) => `${value} / ${PRIORITY_PLACES}`;
export const PRIORITY_OF_BOTH = (value: string) => PRIORITY_AT(`${value} % ${PRIORITY_PLACES}`);
export type CellKind = keyof typeof values;

/** The cells of a row, from its two months. */
const cellsOf = (createdOn: string, endedOn: string) => {
  const inSpans = (dating: string, kind: string, day: string, value: string) => [
    `('${dating}', '${kind}', 'month', ${day}, ${value})`,
    `('${dating}', '${kind}', 'year', ${yearOf(day)}, ${value})`,
  ];
  const ofSpans = Object.entries(values).flatMap(([kind, value]) => [
    ...(kind === 'topicPriority' ? [] : inSpans('createdAt', kind, createdOn, value)),
    ...inSpans('endedAt', kind, endedOn, value),
  ]);
  return `cross join lateral (values ${[...ofSpans, `('deadline', 'all', 'day', deadline_on, 0)`].join(', ')}) as cell (dating, kind, span, day, value)`;
};

const OF_CHANGES = cellsOf('created_on', 'ended_on');
const month = (column: string) => `date_trunc('month', ${column} at time zone 'UTC')::date`;
const KEY = 'dating, kind, span, day, value, status';

/** The closed work of whole months, in years where they are whole: `value`, `status`, `total`. Several rows may be about one cell. */
export function closedCells(dating: 'createdAt' | 'endedAt', kind: CellKind, { first, end, firstYear, endYear }: WholeMonths): string {
  const counted = (span: 'month' | 'year', from: string, before: string) => `
    select value, status, total from closed_work_counts
    where dating = '${dating}' and kind = '${kind}' and span = '${span}' and day >= ${from} and day < ${before}`;
  const changed = dating === 'createdAt' ? 'created_on' : 'ended_on';
  return `(${counted('year', firstYear, endYear)}
    union all ${counted('month', first, `least(${firstYear}, ${end})`)}
    union all ${counted('month', `greatest(${firstYear}, ${endYear})`, end)}
    union all select ${values[kind]}, status, change from closed_work_changes where ${changed} >= ${first} and ${changed} < ${end}
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
  insert into closed_work_counts as counts (${KEY}, total)
  select ${KEY}, sum(change) from changes ${OF_CHANGES}
  group by ${KEY} having sum(change) <> 0
  order by ${KEY}
  on conflict (${KEY}) do update set total = counts.total + excluded.total`;

const RECOUNT = `
  select ${KEY}, count(*) as total
  from activities ${cellsOf(month('created_at'), month('ended_at'))}
  where status in ${literals(closedStatuses)}
  group by ${KEY}`;

export const FORGET_CLOSED_CHANGES = 'delete from closed_work_changes';
export const FORGET_CLOSED_COUNTS = 'delete from closed_work_counts';
/** In the order of the key, because a figure then reads few blocks. */
export const COUNT_CLOSED_AGAIN = `insert into closed_work_counts (${KEY}, total) ${RECOUNT} order by ${KEY}`;

export const CLOSED_DIFFERENCES = differencesOf(KEY, 'closed_work_counts', `closed_work_changes ${OF_CHANGES}`, RECOUNT);
