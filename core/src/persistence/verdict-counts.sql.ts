import { differencesOf } from './due-work.sql.ts';
import { monthOf, type WholeMonths, yearOf } from './whole-months.sql.ts';

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

const KEY = 'span, day, act, minutes';
const CELLS = `cross join lateral (values
      ('day', deadline_on), ('month', ${monthOf('deadline_on')}), ('year', ${yearOf('deadline_on')})
    ) as of_span (span, day)`;

/** Verdicts of the deadlines of a range, in months and years where they are whole: `act`, `minutes`, `total`. */
export function verdictCells(from: string, after: string, { first, end, firstYear, endYear }: WholeMonths): string {
  const counted = (span: 'day' | 'month' | 'year', firstDay: string, before: string) => `
    select act, minutes, total from verdict_counts where span = '${span}' and day >= ${firstDay} and day < ${before}`;
  return `(${counted('year', firstYear, endYear)}
    union all ${counted('month', first, `least(${firstYear}, ${end})`)}
    union all ${counted('month', `greatest(${firstYear}, ${endYear})`, end)}
    union all ${counted('day', from, `least(${first}, ${after})`)}
    union all ${counted('day', `greatest(${first}, ${end})`, after)}
    union all select act, minutes, change from verdict_changes where deadline_on >= ${from} and deadline_on < ${after}
  ) as cells`;
}

/** Adds to the counts what changed. Two at once are right, because each change is removed by one of them. */
export const FOLD_VERDICTS = `
  with changes as (delete from verdict_changes returning *)
  insert into verdict_counts as counts (${KEY}, total)
  select ${KEY}, sum(change) from changes ${CELLS} group by ${KEY} having sum(change) <> 0
  order by ${KEY}
  on conflict (${KEY}) do update set total = counts.total + excluded.total`;

const RECOUNT = `
  select ${KEY}, count(*) as total
  from (${verdictsOf('')}) as verdicts join activities on activities.id = activity_id and status <> 'canceled' ${CELLS}
  group by ${KEY}`;

export const FORGET_VERDICT_CHANGES = 'delete from verdict_changes';
export const FORGET_VERDICT_COUNTS = 'delete from verdict_counts';
export const COUNT_VERDICTS_AGAIN = `insert into verdict_counts (${KEY}, total) ${RECOUNT} order by ${KEY}`;

export const VERDICT_DIFFERENCES = differencesOf(
  KEY,
  'verdict_counts',
  `(select ${KEY}, change from verdict_changes ${CELLS}) as changes`,
  RECOUNT,
);
