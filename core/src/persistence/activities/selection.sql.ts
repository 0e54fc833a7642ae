import { closedStatuses, isOpen, openStatuses, type Status } from '../../domain/activities/activity.ts';
import type { UrgencyMark } from '../../domain/activities/deadline.ts';
import type { SearchWord } from '../../domain/activities/search.ts';
import type { CalendarDate, OpenRange } from '../../domain/calendar.ts';
import { deliveredStatuses, type Punctuality } from '../../domain/reports/punctuality.ts';
import {
  type Dating,
  datingOf,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  type Scope,
} from '../../domain/reports/report.ts';
import { literals } from '../statement.ts';
import { hasWords, type SearchQuery } from './activity-search.sql.ts';
import { IS_MEASURED } from './encoded-rows.sql.ts';
import { urgencyMarkConditions } from './urgency.sql.ts';

/* What reports and figures are about, as conditions on `activities`: all of them read one `Selection`. */

/** Which activities a figure, a table, a facet or a workbook is about. */
export interface Selection {
  scope: Scope;
  /** Who `assignedByMe` and `mine` are. */
  readerId: number;
  /** The scope `substituted` is the work of these people. */
  absentIds?: readonly number[];
  /** Never empty. Those of the report itself: a filter on the status restricts them further and dates nothing. */
  statuses: readonly Status[];
  /** What the days of the range mean; unset, what `datingOf` says of the statuses. */
  dating?: Dating | undefined;
  /** Null for any day. */
  range: OpenRange | null;
  /** Only due work that was delivered in one of these ways; unset, all work. */
  punctuality?: readonly Punctuality[] | undefined;
  /** Only what was assigned together under this id. */
  batch?: string | undefined;
  /** Without work that an import brought as finished. */
  isMeasured?: boolean | undefined;
  filters: Filters;
  /** All of which an activity has somewhere (`matchIn`). Without words, any activity. */
  words: readonly SearchWord[];
  /** The day that deadlines are compared with. */
  today: CalendarDate;
}
/** A selection as the statements read it. */
export interface QueriedSelection extends Selection {
  /** What its words ask for; null without words. */
  query: SearchQuery | null;
  /** The folios of its newest hits, where it has words and they were found. */
  hits?: readonly number[] | undefined;
  /** Whether there may be more. */
  hasMoreHits?: boolean;
  /** So many of the newest are looked at, where there are more. */
  newest?: number | undefined;
}

/** The column that places the selection's activities in time. */
export const datedBy = (selection: Selection) =>
  ({ deadline: 'activities.deadline_on', endedAt: 'activities.ended_at', createdAt: 'activities.created_at' })[datingIn(selection)];
export const datingIn = ({ statuses, dating }: Selection): Dating => dating ?? datingOf(statuses);

const isAllOpenWork = (statuses: readonly Status[]) => statuses.every(isOpen) && openStatuses.every((status) => statuses.includes(status));

/** The pending report as it opens. Its page and its count have one text each, so PostgreSQL can keep their plans. */
export const isUsualReport = ({
  scope,
  words,
  statuses,
  dating,
  range,
  punctuality,
  batch,
  isMeasured,
  ...selection
}: Selection): boolean =>
  scope === 'company' &&
  words.length === 0 &&
  isAllOpenWork(statuses) &&
  groupsIn(selection).length === 0 &&
  Boolean(range?.from && range.to) &&
  ![dating, punctuality, batch, isMeasured].some(Boolean);

export function rangeConditions(selection: Selection, isUsual = isUsualReport(selection)): string[] {
  const { range, dating } = selection;
  const dated = datedBy(selection);
  // A deadline is a day; the others are instants.
  const [from, after] =
    dating === 'deadline'
      ? [':from::date', '(:to::date + 1)']
      : ['(:from::date)::timestamp at time zone :zone', '(:to::date + 1)::timestamp at time zone :zone'];
  // A plan without the days would expect few activities and walk the index of all work; it would also compute both ends for each row.
  if (isUsual) return [`${dated} + interval '0' >= (select ${from})`, `${dated} + interval '0' < (select ${after})`];
  return [...(range?.from ? [`${dated} >= ${from}`] : []), ...(range?.to ? [`${dated} < ${after}`] : [])];
}

const peopleIn = (ids: string, names: string) =>
  `(select id from users where id = any(${ids}::int[]) or first_name || ' ' || last_name = any(${names}::text[]))`;

interface MarkConditions {
  /** What all words ask for. */
  within: string;
  words: Readonly<Record<string, string>>;
}
/** Groups whose words may all hold for one activity. */
const markConditions = { urgencies: urgencyMarkConditions } satisfies { [Group in FilterGroup]?: MarkConditions };
type MarkGroup = keyof typeof markConditions;
export const markGroups = Object.keys(markConditions) as MarkGroup[];
const isMarkGroup = (group: FilterGroup): group is MarkGroup => group in markConditions;

/** Without open work no activity has a mark, and the indexes of closed work do not know of rejections. */
function conditionsOfMarks(group: MarkGroup, { statuses }: Pick<Selection, 'statuses'>) {
  const { within, words } = markConditions[group];
  return { within: statuses.some(isOpen) ? within : 'false', words };
}

/** The words that hold for an activity as one whole number: a bit each, in the order of the list. */
export function marksOf(group: MarkGroup, selection: Selection): string {
  const { within, words } = conditionsOfMarks(group, selection);
  const bits = filterGroupValues[group].map((word, place) => `(${words[word]})::int * ${2 ** place}`);
  return `case when ${within} then ${bits.join(' + ')} else 0 end`;
}
export const countOfMark = (word: UrgencyMark, selection: Selection) => {
  const { within, words } = conditionsOfMarks('urgencies', selection);
  return `(count(*) filter (where ${within} and ${words[word]}))::int`;
};

/** The condition of each other filter group on its chosen values. */
const filterConditions: Record<Exclude<FilterGroup, MarkGroup>, string> = {
  topics: 'activities.topic_id in (select id from topics where name_key = any(:topicsFilter::text[]))',
  departments: 'activities.topic_id in (select id from topics where department = any(:departmentsFilter::text[]))',
  statuses: 'activities.status = any(:statusesFilter::text[])',
  priorities: 'activities.priority = any(:prioritiesFilter::text[])',
  owners: `activities.owner_id in ${peopleIn(':ownersIds', ':ownersNames')}`,
  assignees: `activities.assignee_id in ${peopleIn(':assigneesIds', ':assigneesNames')}`,
};
export function filterConditionOf(group: FilterGroup, selection: Selection): string {
  if (!isMarkGroup(group)) return filterConditions[group];
  const words = selection.filters[group];
  const { within, words: conditions } = conditionsOfMarks(group, selection);
  return `${within} and (${words.map((word) => conditions[word]).join(' or ')})`;
}
export const groupsIn = ({ filters }: Pick<Selection, 'filters'>) => filterGroups.filter((group) => filters[group].length > 0);

const DELIVERED_ON = '(activities.closed_at at time zone :zone)::date';
const IS_DELIVERED = `activities.status in ${literals(deliveredStatuses)}`;

/** What has a punctuality, as `punctualityOf` says. */
export const IS_DUE = `activities.status <> 'canceled' and activities.deadline_on < :today::date`;

/** `punctualityOf` of due work. */
export const PUNCTUALITY = `case
    when ${IS_DELIVERED} then case when ${DELIVERED_ON} <= activities.due_on then 'onTime'
      when ${DELIVERED_ON} <= activities.extended_to then 'onTimeExtended' else 'late' end
    else 'undelivered' end`;

export const OF_STATUSES = 'activities.status = any(:statuses::text[])';
export const IS_OPEN = `activities.status in ${literals(openStatuses)}`;
export const IS_CLOSED = `activities.status in ${literals(closedStatuses)}`;

/** What absent people have to do, and what waits for their verdict. */
const OF_ABSENT = `(activities.assignee_id = any(:absentIds::int[])
    or activities.owner_id = any(:absentIds::int[]) and activities.status = 'completed')`;

export const punctualityConditionsOf = ({ punctuality }: Selection): string[] =>
  punctuality ? [IS_DUE, `${PUNCTUALITY} = any(:punctuality::text[])`] : [];

/** What no index holds. */
const measuredConditions = (selection: Selection): string[] => [
  ...(selection.isMeasured || selection.punctuality ? [IS_MEASURED] : []),
  ...punctualityConditionsOf(selection),
];

/** What a selection asks except the filter groups. A condition that restricts nothing is not in the text, because it would cost time. */
function conditionsOf(selection: QueriedSelection): string[] {
  const { scope, query } = selection;
  const conditions = [isUsualReport(selection) ? IS_OPEN : OF_STATUSES, ...rangeConditions(selection)];
  if (scope === 'assignedByMe') conditions.push('activities.owner_id = :readerId and activities.assignee_id <> :readerId');
  if (scope === 'mine') conditions.push('activities.assignee_id = :readerId');
  if (scope === 'substituted') conditions.push(OF_ABSENT);
  conditions.push(...measuredConditions(selection));
  if (selection.batch) conditions.push('activities.batch_id = :batch::uuid');
  if (query) conditions.push(hasWords(query));
  return conditions;
}
export const filteredConditionsOf = (selection: QueriedSelection) => [
  ...conditionsOf(selection),
  ...groupsIn(selection).map((group) => filterConditionOf(group, selection)),
];
export const whereOf = (selection: QueriedSelection) => filteredConditionsOf(selection).join(' and ');

const OF_HITS = 'select * from activities where id = any(:hits::integer[])';

/** What is counted and sorted: the hits of a search. Of very much work it is all open work and the newest of the rest (decision 41). */
export function foundOf(selection: QueriedSelection): string {
  if (selection.hits) return OF_HITS;
  const conditions = filteredConditionsOf(selection);
  if (!selection.newest) return `select * from activities where ${conditions.join(' and ')}`;
  if (!selection.statuses.some(isOpen)) return newestOf(selection, conditions);
  return `select * from activities where ${[...conditions, IS_OPEN].join(' and ')}
    union all select * from (${newestOf(selection, [...conditions, IS_CLOSED])}) as closed`;
}

/** What the filters count: of very much work the newest rows before their punctuality is asked, because few rows may have one. */
export function facetRowsOf(selection: QueriedSelection): string {
  if (selection.hits) return OF_HITS;
  if (!selection.newest) return `select * from activities where ${conditionsOf(selection).join(' and ')}`;
  const rows = newestUnmeasuredOf(selection);
  const measured = measuredConditions(selection);
  return measured.length > 0 ? `select * from (${rows}) as activities where ${measured.join(' and ')}` : rows;
}

/** The newest rows of a selection without its filters and its punctuality. */
export const newestUnmeasuredOf = (selection: QueriedSelection, columns = '*'): string =>
  newestOf(selection, conditionsOf({ ...selection, isMeasured: undefined, punctuality: undefined }), columns);

const newestOf = (selection: QueriedSelection, conditions: readonly string[], columns = '*'): string => `
  select ${columns} from activities where ${conditions.join(' and ')}
  order by ${datedBy(selection)} desc, activities.id desc limit :newest`;
