import { deliveredStatuses } from '../../domain/reports/punctuality.ts';
import { literals } from '../statement.ts';

/** The months of a range: those from `first` and before `end`, and among them the whole years. */
export interface WholeMonths {
  first: string;
  end: string;
  firstYear: string;
  endYear: string;
}

export const monthOf = (day: string) => `date_trunc('month', ${day}::timestamp)::date`;
export const yearOf = (day: string) => `date_trunc('year', ${day}::timestamp)::date`;
/** The first of a month or a year that begins on that day or later. */
export const firstMonthFrom = (day: string) => monthOf(`(${day} + interval '1 month' - interval '1 day')`);
export const firstYearFrom = (day: string) => yearOf(`(${day} + interval '1 year' - interval '1 day')`);

/** Reads the counts of whole months, by year where a year is whole. */
export const inSpans = (
  counted: (span: 'month' | 'year', from: string, before: string) => string,
  { first, end, firstYear, endYear }: WholeMonths,
): string => `${counted('year', firstYear, endYear)}
    union all ${counted('month', first, `least(${firstYear}, ${end})`)}
    union all ${counted('month', `greatest(${firstYear}, ${endYear})`, end)}`;

/** Forgets everything in a table of counts, or of changes that are not added yet. */
export const emptyTable = (table: string): string => `delete from ${table}`;

/** Adds the changes of cells to their counts; in the order of the key, because simultaneous folds lock in one order. */
export const addChanges = (counts: string, key: string, cells: string): string => `
  insert into ${counts} as counts (${key}, total)
  select ${key}, sum(change) from ${cells}
  group by ${key} having sum(change) <> 0
  order by ${key}
  on conflict (${key}) do update set total = counts.total + excluded.total`;

/** Removes the cells of 0, except those that another process is changing. */
export const dropEmpty = (counts: string, key: string): string => `
  delete from ${counts} where (${key}) in (
    select ${key} from ${counts} where total = 0 order by ${key} for update skip locked
  )`;

/** How many cells there are, and how many differ from a recount of the activities. `changes` are the cells of what is not added yet. */
export const differencesOf = (key: string, counts: string, changes: string, recount: string): string => `
  select count(*) as cells, count(*) filter (where coalesce(kept.total, 0) <> coalesce(recount.total, 0)) as wrong
  from (
      select ${key}, sum(total) as total from (
        select ${key}, total from ${counts}
        union all select ${key}, change from ${changes}
      ) as cells group by ${key}
    ) as kept
    full join (${recount}) as recount using (${key})`;

/*
 * The counts of work by deadline and punctuality (decision 43). A cell has the number of activities with a punctuality and a value in a month or a
 * year of deadlines. The value is a topic or a responsible. Cells of kind 'all' have a day and the value 0. Canceled work has no cell. What is not
 * delivered stays 'undelivered', also before its deadline. A delivery has a day in a business zone, which `due_work_zone` keeps; without it there are
 * no counts, and the first recount makes them.
 */

/** `punctualityOf` of due work, from these columns and a zone. */
const punctualityIn = (zone: string): string => {
  const deliveredOn = `(closed_at at time zone ${zone})::date`;
  return `case when status not in ${literals(deliveredStatuses)} then 'undelivered' when ${deliveredOn} <= due_on then 'onTime'
    when ${deliveredOn} <= deadline_on then 'onTimeExtended' else 'late' end`;
};

const dueValues = { topic: 'topic_id', assignee: 'assignee_id' };
export type DueCellKind = keyof typeof dueValues;

const ofSpans = Object.entries(dueValues).flatMap(([kind, value]) => [
  `('${kind}', 'month', ${monthOf('deadline_on')}, ${value})`,
  `('${kind}', 'year', ${yearOf('deadline_on')}, ${value})`,
]);
const DUE_CELLS = `cross join lateral (values ${ofSpans.join(', ')}, ('all', 'day', deadline_on, 0)) as cell (kind, span, day, value)`;
const DUE_KEY = 'kind, span, day, value, punctuality';

/** With their punctuality, rows of changes in the kept zone. */
const DUE_CHANGES = `(
    select changes.*, ${punctualityIn('zone')} as punctuality
    from (
      select deadline_on, topic_id, assignee_id, status, due_on, closed_at, change from open_work_changes
      union all select deadline_on, topic_id, assignee_id, status, due_on, closed_at, change from closed_work_changes
    ) as changes, due_work_zone
    where status <> 'canceled'
  ) as changes`;

/** Work of the deadlines of whole months, in years where they are whole: `value`, `punctuality`, `total`. Several rows may be about one cell. */
export function dueCells(kind: DueCellKind, months: WholeMonths): string {
  const counted = (span: 'month' | 'year', from: string, before: string) => `
    select value, punctuality, total from due_work_counts
    where kind = '${kind}' and span = '${span}' and day >= ${from} and day < ${before}`;
  return `(${inSpans(counted, months)}
    union all select ${dueValues[kind]}, punctuality, change from ${DUE_CHANGES} where deadline_on >= ${months.first} and deadline_on < ${months.end}
  ) as cells`;
}

/** The same by day of deadline: `day`, `punctuality`, `total`. */
export const dueDays = ({ first, end }: WholeMonths): string => `(
    select day, punctuality, total from due_work_counts where kind = 'all' and span = 'day' and day >= ${first} and day < ${end}
    union all select deadline_on, punctuality, change from ${DUE_CHANGES} where deadline_on >= ${first} and deadline_on < ${end}
  ) as cells`;

/**
 * A part of a statement that adds `changes`, which it has removed, to these counts, where a zone is kept. It reads the zone under a lock, because
 * a recount in another zone would otherwise miss changes that this one adds.
 */
export const KEPT_ZONE = 'place as materialized (select zone from due_work_zone for share)';
const CHANGES_IN_PLACE = `(select changes.*, ${punctualityIn('zone')} as punctuality from changes, place where status <> 'canceled') as changes`;
export const FOLD_DUE = `due as (${addChanges('due_work_counts', DUE_KEY, `${CHANGES_IN_PLACE} ${DUE_CELLS}`)})`;

/** A month without undelivered work leaves a cell of 0 for each topic and person. */
export const DROP_EMPTY_DUE = dropEmpty('due_work_counts', DUE_KEY);

const RECOUNT_DUE = `
  select ${DUE_KEY}, count(*) as total
  from (select activities.*, ${punctualityIn('zone')} as punctuality from activities, due_work_zone where status <> 'canceled') as activities ${DUE_CELLS}
  group by ${DUE_KEY}`;

export const KEPT_ZONE_NAME = 'select zone from due_work_zone';
export const KEEP_DUE_ZONE = 'insert into due_work_zone (zone) values (:zone) on conflict (id) do nothing';
export const COUNT_DUE_AGAIN = `insert into due_work_counts (${DUE_KEY}, total) ${RECOUNT_DUE} order by ${DUE_KEY}`;

export const DUE_DIFFERENCES = differencesOf(DUE_KEY, 'due_work_counts', `${DUE_CHANGES} ${DUE_CELLS}`, RECOUNT_DUE);

/*
 * The counts of verdicts (decision 45). A cell has the number of verdicts of an act that took so many minutes. It is of the deadlines of a day, a
 * month or a year. Verdicts of canceled work have no cell. Changes since the last fold are rows.
 */

/** Minutes of a day or more are whole hours: that is what a sentence says, and a month has few cells. */
const rounded = (minutes: string) => `case when ${minutes} < 1440 then ${minutes} else ${minutes} / 60 * 60 end`;

/**
 * The verdicts of activities: `activity_id`, `act`, `minutes`. Between two verdicts of an activity lies a completion, so the row before a
 * verdict is the completion that it judges. Own work has no verdicts.
 */
export const verdictsOf = (condition: string): string => `
    select activity_id, act, ${rounded('minutes')} as minutes
    from (
      select activity_id, act, floor(extract(epoch from at - lag(at) over life) / 60)::int as minutes, lag(act) over life as before
      from activity_history
      where act in ('complete', 'approve', 'reject') ${condition}
      window life as (partition by activity_id order by id)
    ) as verdict
    where act <> 'complete' and before = 'complete'`;

const VERDICT_KEY = 'span, day, act, minutes';
const VERDICT_CELLS = `cross join lateral (values
      ('day', deadline_on), ('month', ${monthOf('deadline_on')}), ('year', ${yearOf('deadline_on')})
    ) as of_span (span, day)`;

/** Verdicts of the deadlines of a range, in months and years where they are whole: `act`, `minutes`, `total`. */
export function verdictCells(from: string, after: string, months: WholeMonths): string {
  const { first, end } = months;
  const counted = (span: 'day' | 'month' | 'year', firstDay: string, before: string) => `
    select act, minutes, total from verdict_counts where span = '${span}' and day >= ${firstDay} and day < ${before}`;
  return `(${inSpans(counted, months)}
    union all ${counted('day', from, `least(${first}, ${after})`)}
    union all ${counted('day', `greatest(${first}, ${end})`, after)}
    union all select act, minutes, change from verdict_changes where deadline_on >= ${from} and deadline_on < ${after}
  ) as cells`;
}

/** Adds to the counts what changed. Two at once are right, because each change is removed by one of them. */
export const FOLD_VERDICTS = `
  with changes as (delete from verdict_changes returning *)
  ${addChanges('verdict_counts', VERDICT_KEY, `changes ${VERDICT_CELLS}`)}`;

const RECOUNT_VERDICTS = `
  select ${VERDICT_KEY}, count(*) as total
  from (${verdictsOf('')}) as verdicts join activities on activities.id = activity_id and status <> 'canceled' ${VERDICT_CELLS}
  group by ${VERDICT_KEY}`;

export const COUNT_VERDICTS_AGAIN = `insert into verdict_counts (${VERDICT_KEY}, total) ${RECOUNT_VERDICTS} order by ${VERDICT_KEY}`;

export const VERDICT_DIFFERENCES = differencesOf(
  VERDICT_KEY,
  'verdict_counts',
  `(select ${VERDICT_KEY}, change from verdict_changes ${VERDICT_CELLS}) as changes`,
  RECOUNT_VERDICTS,
);
