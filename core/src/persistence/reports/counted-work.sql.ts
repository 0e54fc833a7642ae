import { isOpen, type Status } from '../../domain/activities/activity.ts';
import { type UrgencyMark, undeliveredStatuses } from '../../domain/activities/deadline.ts';
import {
  datedBy,
  datingIn,
  groupsIn,
  IS_CLOSED,
  IS_OPEN,
  type QueriedSelection,
  rangeConditions,
  type Selection,
} from '../activities/selection.sql.ts';
import { literals } from '../statement.ts';
import { firstMonthFrom, firstYearFrom, KEPT_ZONE_NAME, monthOf, type WholeMonths, yearOf } from './due-work.sql.ts';
import { type CellKind, closedCells, type OpenCellKind, openCells, openMarks } from './work-counts.sql.ts';

/* What the counts of work hold of a selection, and what of it has to be looked at (decisions 34 and 40). */

/**
 * Whether the counts of open and of closed work hold what a selection has, but for the ends of its range. They know neither filters nor words,
 * and no share of a person, which is small.
 */
export const readsCounts = (selection: QueriedSelection): boolean =>
  ![selection.query, selection.hits, selection.punctuality, selection.batch, selection.isMeasured].some(Boolean) &&
  selection.scope === 'company' &&
  groupsIn(selection).length === 0;

/** The days of its counts, which have none of open work. */
const countedBy = (selection: Selection) => datingIn(selection) as 'createdAt' | 'endedAt';

const isAmong = (column: string, statuses: readonly Status[]) => (statuses.length > 0 ? `${column} in ${literals(statuses)}` : 'false');
const openIn = ({ statuses }: Selection) => statuses.filter(isOpen);
const closedIn = ({ statuses }: Selection) => statuses.filter((status) => !isOpen(status));

const instantOf = (day: string) => `((${day})::timestamp at time zone :zone)`;
const inUtc = (day: string) => `(${instantOf(day)} at time zone 'UTC')`;

/**
 * What of a range the counts hold, once for a statement. Of closed work the months in UTC from the first and before the end; a range that ends
 * after all work ends with its month. Of open work all of it, where all was registered within the range.
 */
export function countedDaysOf(selection: Selection): string {
  const { range } = selection;
  const [from, after] = [instantOf(':from::date'), instantOf(':to::date + 1')];
  const latest =
    countedBy(selection) === 'endedAt'
      ? `select max(ended_at) from activities where ${IS_CLOSED}`
      : 'select max(created_at) from activities';
  const first = range?.from
    ? `date_trunc('month', ${inUtc(':from::date')} + interval '1 month' - interval '1 microsecond')::date`
    : `'-infinity'::date`;
  const end = range?.to
    ? `case when coalesce((${latest}) < ${after}, true) then 'infinity'::date else date_trunc('month', ${inUtc(':to::date + 1')})::date end`
    : `'infinity'::date`;
  const isOpenWithin = [
    ...(range?.from ? [`coalesce((select min(created_at) from activities where ${IS_OPEN}) >= ${from}, true)`] : []),
    ...(range?.to ? [`coalesce((select max(created_at) from activities where ${IS_OPEN}) < ${after}, true)`] : []),
  ];
  return `
    with months as materialized (select ${first} as first_month, ${end} as end_month), days as materialized (
      select first_month, end_month, ${firstYearFrom('first_month')} as first_year, ${yearOf('end_month')} as end_year,
        ${isOpenWithin.join(' and ') || 'true'} as has_all_open
      from months
    )`;
}
const FIRST_MONTH = '(select first_month from days)';
const END_MONTH = '(select end_month from days)';
const HAS_ALL_OPEN = '(select has_all_open from days)';

/** The open work that has to be looked at. A join, because PostgreSQL would start other processes for it before a mere condition is known. */
export const openRestOf = (selection: QueriedSelection): string => `
  select activities.* from days join activities on not has_all_open
  where ${[isAmong('activities.status', openIn(selection)), ...rangeConditions(selection, false)].join(' and ')}`;

/** A selection without what the counts hold. */
export function restOf(selection: QueriedSelection): string {
  const { range } = selection;
  const dated = datedBy(selection);
  const isEnded = isAmong('activities.status', closedIn(selection));
  const closedParts = [
    ...(range?.from ? [`${isEnded} and ${dated} < ${FIRST_MONTH}::timestamp at time zone 'UTC'`] : []),
    ...(range?.to ? [`${isEnded} and ${dated} >= greatest(${FIRST_MONTH}, ${END_MONTH})::timestamp at time zone 'UTC'`] : []),
  ];
  const texts = [
    ...(range && openIn(selection).length > 0 ? [openRestOf(selection)] : []),
    ...(closedIn(selection).length > 0 ? closedParts : []).map(
      (part) => `select * from activities where ${[part, ...rangeConditions(selection)].join(' and ')}`,
    ),
  ];
  return `(${texts.join(' union all ') || 'select * from activities where false'}) as activities`;
}

export const WHOLE_MONTHS: WholeMonths = {
  first: FIRST_MONTH,
  end: END_MONTH,
  firstYear: '(select first_year from days)',
  endYear: '(select end_year from days)',
};

/** What the counts hold of a selection's closed work. */
export const countedClosedCells = (kind: CellKind, selection: Selection): string =>
  `(select * from ${closedCells(countedBy(selection), kind, WHOLE_MONTHS)} where ${isAmong('status', closedIn(selection))}) as cells`;

/** What the counts hold of a selection: `value`, `status`, `total`. */
export function countedCells(kind: CellKind & OpenCellKind, selection: Selection): string {
  const [open, closed] = [openIn(selection), closedIn(selection)];
  const parts = [
    ...(open.length > 0 ? [`select * from ${openCells(kind)} where ${isAmong('status', open)} and ${HAS_ALL_OPEN}`] : []),
    ...(closed.length > 0 ? [`select * from ${countedClosedCells(kind, selection)}`] : []),
  ];
  return `(${parts.join(' union all ')}) as cells`;
}

/**
 * What of a range of deadlines the counts hold, once for a statement: by day all of it, by month whole months before today. Where they are of
 * another zone, nothing, and then everything is looked at.
 */
export const dueDaysOf = (selection: Selection, span: 'day' | 'month'): string =>
  dueSpansOf(selection, span, (first) => `case when (${KEPT_ZONE_NAME}) = :zone then ${first} else 'infinity'::date end`);

/** The same by month of the counts of verdicts, which have no zone. */
export const verdictDaysOf = (selection: Selection): string => dueSpansOf(selection, 'month', (first) => first);

function dueSpansOf({ range }: Selection, span: 'day' | 'month', keptFrom: (first: string) => string): string {
  const from = range?.from ? ':from::date' : `'-infinity'::date`;
  const after = range?.to ? ':to::date + 1' : `'infinity'::date`;
  const first = span === 'month' && range?.from ? firstMonthFrom(from) : from;
  const end = span === 'month' ? monthOf(`least(${after}, :today::date)`) : after;
  return `
    with months as materialized (select ${keptFrom(first)} as first_month, ${end} as end_month), days as materialized (
      select first_month, end_month, ${firstYearFrom('first_month')} as first_year, ${yearOf('end_month')} as end_year from months
    )`;
}
/** Whether a deadline lies outside these months, a condition for each side. */
export const OUTSIDE_DUE_MONTHS = [
  `activities.deadline_on < ${FIRST_MONTH}`,
  `activities.deadline_on >= greatest(${FIRST_MONTH}, ${END_MONTH})`,
];
export const WITHIN_DUE_MONTHS = `activities.deadline_on >= ${FIRST_MONTH} and activities.deadline_on < ${END_MONTH}`;

/** How much of the counted open work has each of these marks. */
export const countedMarks = (marks: readonly UrgencyMark[], selection: Selection): string =>
  openMarks(
    marks,
    `${isAmong(
      'status',
      openIn(selection).filter((status) => undeliveredStatuses.includes(status)),
    )} and ${HAS_ALL_OPEN}`,
  );
