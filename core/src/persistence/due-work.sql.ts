import { deliveredStatuses } from '../domain/reports/punctuality.ts';
import { literals } from './statement.ts';
import { monthOf, type WholeMonths, yearOf } from './whole-months.sql.ts';

/*
 * The counts of work by deadline and punctuality (decision 43). A cell has the number of activities with a punctuality and a value in a month or a
 * year of deadlines. The value is a topic or a responsible. Cells of kind 'all' have a day and the value 0. Canceled work has no cell. What is not
 * delivered stays 'undelivered', also before its deadline. A delivery has a day in a business zone, which `due_work_zone` keeps; without it there are
 * no counts, and the first recount makes them.
 */

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

/** `punctualityOf` of due work, from these columns and a zone. */
const punctualityIn = (zone: string): string => {
  const deliveredOn = `(closed_at at time zone ${zone})::date`;
  return `case when status not in ${literals(deliveredStatuses)} then 'undelivered' when ${deliveredOn} <= due_on then 'onTime'
    when ${deliveredOn} <= deadline_on then 'onTimeExtended' else 'late' end`;
};

const values = { topic: 'topic_id', assignee: 'assignee_id' };
export type DueCellKind = keyof typeof values;

const ofSpans = Object.entries(values).flatMap(([kind, value]) => [
  `('${kind}', 'month', ${monthOf('deadline_on')}, ${value})`,
  `('${kind}', 'year', ${yearOf('deadline_on')}, ${value})`,
]);
const CELLS = `cross join lateral (values ${ofSpans.join(', ')}, ('all', 'day', deadline_on, 0)) as cell (kind, span, day, value)`;
const KEY = 'kind, span, day, value, punctuality';

/** With their punctuality, rows of changes in the kept zone. */
const CHANGES = `(
    select changes.*, ${punctualityIn('zone')} as punctuality
    from (
      select deadline_on, topic_id, assignee_id, status, due_on, closed_at, change from open_work_changes
      union all select deadline_on, topic_id, assignee_id, status, due_on, closed_at, change from closed_work_changes
    ) as changes, due_work_zone
    where status <> 'canceled'
  ) as changes`;

/** Work of the deadlines of whole months, in years where they are whole: `value`, `punctuality`, `total`. Several rows may be about one cell. */
export function dueCells(kind: DueCellKind, { first, end, firstYear, endYear }: WholeMonths): string {
  const counted = (span: 'month' | 'year', from: string, before: string) => `
    select value, punctuality, total from due_work_counts
    where kind = '${kind}' and span = '${span}' and day >= ${from} and day < ${before}`;
  return `(${counted('year', firstYear, endYear)}
    union all ${counted('month', first, `least(${firstYear}, ${end})`)}
    union all ${counted('month', `greatest(${firstYear}, ${endYear})`, end)}
    union all select ${values[kind]}, punctuality, change from ${CHANGES} where deadline_on >= ${first} and deadline_on < ${end}
  ) as cells`;
}

/** The same by day of deadline: `day`, `punctuality`, `total`. */
export const dueDays = ({ first, end }: WholeMonths): string => `(
    select day, punctuality, total from due_work_counts where kind = 'all' and span = 'day' and day >= ${first} and day < ${end}
    union all select deadline_on, punctuality, change from ${CHANGES} where deadline_on >= ${first} and deadline_on < ${end}
  ) as cells`;

/**
 * A part of a statement that adds `changes`, which it has removed, to these counts, where a zone is kept. It reads the zone under a lock, because
 * a recount in another zone would otherwise miss changes that this one adds.
 */
export const KEPT_ZONE = 'place as materialized (select zone from due_work_zone for share)';
export const FOLD_DUE = `due as (
    insert into due_work_counts as counts (${KEY}, total)
    select ${KEY}, sum(change)
    from (select changes.*, ${punctualityIn('zone')} as punctuality from changes, place where status <> 'canceled') as changes ${CELLS}
    group by ${KEY} having sum(change) <> 0
    order by ${KEY}
    on conflict (${KEY}) do update set total = counts.total + excluded.total
  )`;

/** A month without undelivered work leaves a cell of 0 for each topic and person. */
export const DROP_EMPTY_DUE = `
  delete from due_work_counts where (${KEY}) in (
    select ${KEY} from due_work_counts where total = 0 order by ${KEY} for update skip locked
  )`;

const RECOUNT = `
  select ${KEY}, count(*) as total
  from (select activities.*, ${punctualityIn('zone')} as punctuality from activities, due_work_zone where status <> 'canceled') as activities ${CELLS}
  group by ${KEY}`;

export const KEPT_ZONE_NAME = 'select zone from due_work_zone';
export const FORGET_DUE_ZONE = 'delete from due_work_zone';
export const KEEP_DUE_ZONE = 'insert into due_work_zone (zone) values (:zone) on conflict (id) do nothing';
export const FORGET_DUE_COUNTS = 'delete from due_work_counts';
export const COUNT_DUE_AGAIN = `insert into due_work_counts (${KEY}, total) ${RECOUNT} order by ${KEY}`;

export const DUE_DIFFERENCES = differencesOf(KEY, 'due_work_counts', `${CHANGES} ${CELLS}`, RECOUNT);
