import { closedStatuses, isOpen, openStatuses, type Status } from '../../domain/activities/activity.ts';
import type { UrgencyMark } from '../../domain/activities/deadline.ts';
import type { SearchWord } from '../../domain/activities/search.ts';
import type { CalendarDate, OpenRange } from '../../domain/calendar.ts';
import type { Punctuality } from '../../domain/reports/punctuality.ts';
import {
  type Dating,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  type Scope,
  usualDating,
} from '../../domain/reports/report.ts';
import { hasWords, type SearchQuery } from '../activities/activity-search.sql.ts';
import { urgencyMarkConditions } from '../activities/urgency.sql.ts';

/* All reports and figures read the activities of a `Selection`, through `selectedActivities` or `firstRowsQuery`. */

/** Says which activities a figure, a table, a facet or a workbook is about. */
export interface Selection {
  scope: Scope;
  /** The person whom the scopes `assignedByMe` and `mine` mean. */
  readerId: number;
  /** The scope `substituted` is the work of these people. */
  absentIds?: readonly number[];
  /** The statuses of the report itself, never empty. A filter on the status restricts them further and does not change the dating. */
  statuses: readonly Status[];
  /** Says what the days of the range mean; unset, `usualDating` decides by the statuses. */
  dating?: Dating | undefined;
  /** Null for any day. */
  range: OpenRange | null;
  /** Restricts it to due work that was delivered in one of these ways. */
  punctuality?: readonly Punctuality[] | undefined;
  batch?: string | undefined;
  isMeasured?: boolean | undefined;
  filters: Filters;
  /** An activity must have all of them somewhere (`findMatch`). */
  words: readonly SearchWord[];
  /** The day that deadlines are compared with. */
  today: CalendarDate;
}
export interface QueriedSelection extends Selection {
  /** The query of its words; null without words. */
  query: SearchQuery | null;
  /** The folios of its newest hits, where these were looked up. They then stand for all other conditions. */
  hits?: readonly number[] | undefined;
  hasMoreHits?: boolean;
}

export const dateColumn = (selection: Selection) =>
  ({ deadline: 'activities.deadline_on', endedAt: 'activities.ended_at', createdAt: 'activities.created_at' })[effectiveDating(selection)];
export const effectiveDating = ({ statuses, dating }: Pick<Selection, 'statuses' | 'dating'>): Dating => dating ?? usualDating(statuses);

function rangeConditions(selection: Selection): string[] {
  const { range } = selection;
  const dated = dateColumn(selection);
  // A deadline is a day; the others are instants.
  const [from, after] =
    effectiveDating(selection) === 'deadline'
      ? [':from::date', '(:to::date + 1)']
      : ['(:from::date)::timestamp at time zone :zone', '(:to::date + 1)::timestamp at time zone :zone'];
  return [...(range?.from ? [`${dated} >= ${from}`] : []), ...(range?.to ? [`${dated} < ${after}`] : [])];
}

const peopleQuery = (ids: string, names: string) =>
  `(select id from users where id = any(${ids}::int[]) or first_name || ' ' || last_name = any(${names}::text[]))`;

interface MarkConditions {
  /** Holds for every activity with a mark. */
  within: string;
  words: Readonly<Record<string, string>>;
}
/** Groups whose words may all hold for one activity. */
const markConditions = { urgencies: urgencyMarkConditions } satisfies { [Group in FilterGroup]?: MarkConditions };
type MarkGroup = keyof typeof markConditions;
export const markGroups = Object.keys(markConditions) as MarkGroup[];
const isMarkGroup = (group: FilterGroup): group is MarkGroup => group in markConditions;

/** Closed work has no marks, and its indexes lack their columns. */
function readMarkConditions(group: MarkGroup, { statuses }: Pick<Selection, 'statuses'>) {
  const { within, words } = markConditions[group];
  return { within: statuses.some(isOpen) ? within : 'false', words };
}

/** Writes the words that hold for an activity as one whole number: a bit for each, in the order of the list. */
export function markBits(group: MarkGroup, selection: Selection): string {
  const { within, words } = readMarkConditions(group, selection);
  const bits = filterGroupValues[group].map((word, place) => `(${words[word]})::int * ${2 ** place}`);
  return `case when ${within} then ${bits.join(' + ')} else 0 end`;
}
export function hasMark(word: UrgencyMark, selection: Selection): string {
  const { within, words } = readMarkConditions('urgencies', selection);
  return `(${within} and ${words[word]})`;
}

const filterConditions: Record<Exclude<FilterGroup, MarkGroup>, string> = {
  topics: 'activities.topic_id in (select id from topics where name_key = any(:topicsFilter::text[]))',
  departments: 'activities.topic_id in (select id from topics where department = any(:departmentsFilter::text[]))',
  statuses: 'activities.status = any(:statusesFilter::text[])',
  priorities: 'activities.priority = any(:prioritiesFilter::text[])',
  owners: `activities.owner_id in ${peopleQuery(':ownersIds', ':ownersNames')}`,
  assignees: `activities.assignee_id in ${peopleQuery(':assigneesIds', ':assigneesNames')}`,
};
export function filterCondition(group: FilterGroup, selection: Selection): string {
  if (!isMarkGroup(group)) return filterConditions[group];
  const words = selection.filters[group];
  const { within, words: conditions } = readMarkConditions(group, selection);
  return `${within} and (${words.map((word) => conditions[word]).join(' or ')})`;
}
export const activeGroups = ({ filters }: Pick<Selection, 'filters'>) => filterGroups.filter((group) => filters[group].length > 0);

/** Punctuality counts once the deadline has passed. */
export const IS_DUE = 'activities.deadline_on < :today::date';

/** Absent people's work is what they have to do and what waits for their verdict. */
const IS_OF_ABSENT = `(activities.assignee_id = any(:absentIds::int[])
    or activities.owner_id = any(:absentIds::int[]) and activities.is_open and activities.closed_at is not null)`;

const hasAll = (statuses: readonly Status[], side: readonly Status[]) => side.every((status) => statuses.includes(status));

/** An index holds open or closed work alone, so PostgreSQL uses it only where the condition says `is_open` or `not is_open`. */
function statusConditions({ statuses }: Selection): string[] {
  const ofStatuses = 'activities.status = any(:statuses::text[])';
  if (statuses.every(isOpen)) return ['activities.is_open', ...(hasAll(statuses, openStatuses) ? [] : [ofStatuses])];
  if (!statuses.some(isOpen)) return ['not activities.is_open', ...(hasAll(statuses, closedStatuses) ? [] : [ofStatuses])];
  return [ofStatuses];
}

/** Writes the condition of a selection. What restricts nothing is left out, because it would cost time. */
export function selectionCondition(selection: QueriedSelection): string {
  const { scope, query, punctuality, isMeasured, batch } = selection;
  return [
    ...statusConditions(selection),
    ...rangeConditions(selection),
    ...(scope === 'assignedByMe' ? ['activities.owner_id = :readerId and activities.assignee_id <> :readerId'] : []),
    ...(scope === 'mine' ? ['activities.assignee_id = :readerId'] : []),
    ...(scope === 'substituted' ? [IS_OF_ABSENT] : []),
    ...(punctuality ? [IS_DUE, 'activities.punctuality = any(:punctuality::text[])'] : []),
    ...(isMeasured ? ['activities.is_measured'] : []),
    ...(batch ? ['activities.batch_id = :batch::uuid'] : []),
    ...(query ? [hasWords(query)] : []),
    ...activeGroups(selection).map((group) => filterCondition(group, selection)),
  ].join(' and ');
}

/** Splits a selection into its open and its closed work, with the same dating. */
export function splitOpenAndClosed<Whole extends Selection>(selection: Whole): Whole[] {
  const { statuses } = selection;
  const sides = [statuses.filter(isOpen), statuses.filter((status) => !isOpen(status))].filter((side) => side.length > 0);
  return sides.map((side) => ({ ...selection, dating: effectiveDating(selection), statuses: side }));
}

interface SelectedColumns {
  /** Writes the columns; an expression may differ between open and closed work. */
  columns: (part: Selection) => string;
  and?: string;
}
/**
 * Writes the activities of a selection for a statement's `from`. They are its hits where these were looked up. Otherwise open and closed
 * work are read apart, because each has indexes of its own.
 */
export function selectedActivities(selection: QueriedSelection, { columns, and }: SelectedColumns): string {
  const more = and ? ` and ${and}` : '';
  if (selection.hits) return `(select ${columns(selection)} from activities where id = any(:hits::integer[])${more}) as activities`;
  const parts = splitOpenAndClosed(selection).map(
    (part) => `select ${columns(part)} from activities where ${selectionCondition(part)}${more}`,
  );
  return `(${parts.join('\n    union all ')}) as activities`;
}

interface OrderedRows {
  /** The columns beside the folio; one is named `sorted_by`. */
  columns: string;
  join?: string;
  and?: string;
  order: string;
  until: string;
}
/**
 * Writes a query that has at least the first activities of an order, which the caller sorts. Open and closed work are each limited, because
 * PostgreSQL then stops early in an index of each; without the limits it would read all of both.
 */
export function firstRowsQuery(selection: QueriedSelection, { columns, join = '', and, order, until }: OrderedRows): string {
  const more = and ? ` and ${and}` : '';
  const rows = (condition: string) => `select activities.id, ${columns} from activities ${join} where ${condition}${more}`;
  if (selection.hits) return rows('activities.id = any(:hits::integer[])');
  const parts = splitOpenAndClosed(selection).map((part) => rows(selectionCondition(part)));
  return parts.length === 1
    ? (parts[0] as string)
    : parts.map((part) => `(${part} order by ${order} limit ${until})`).join('\n    union all ');
}
