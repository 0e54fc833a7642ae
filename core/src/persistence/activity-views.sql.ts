import {
  type Activity,
  closedStatuses,
  isOpen,
  openStatuses,
  priorities,
  type ReportField,
  reportFields,
  type Status,
  statuses,
} from '../domain/activity/activity.ts';
import { undeliveredStatuses } from '../domain/activity/deadline.ts';
import type { SearchWord } from '../domain/activity/search.ts';
import { type UrgencyMark, urgencyMarks } from '../domain/activity/urgency.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { OpenRange } from '../domain/reports/date-range.ts';
import { deliveredStatuses, type Punctuality } from '../domain/reports/punctuality.ts';
import {
  type Dating,
  datingOf,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  type Scope,
  type Sort,
  type SortColumn,
} from '../domain/reports/report.ts';
import { CLOSED_DEADLINES, type CellKind, closedCells, endYearOf, firstYearFrom, PRIORITY_AT } from './closed-work.sql.ts';
import {
  asJson,
  CHECKLIST_TICKED,
  CHECKLIST_TOTAL,
  type EncodedField,
  encodedColumns,
  IS_IMPORTED,
  IS_MEASURED,
} from './encoded-rows.sql.ts';
import { activityColumns } from './models.ts';
import { OPEN_DEADLINE, openCells, openMarks } from './open-work.sql.ts';
import { hasWords, type SearchQuery } from './search-query.sql.ts';
import { literals, selectList, snakeCase } from './statement.ts';
import { URGENCY_KEY, urgencyMarkConditions } from './urgency.sql.ts';

/*
 * Statements that read activities with the names of their topic and people. They are hot: their text is made once or from a few
 * parts, where the builder would quote each word at every call.
 */

/** An activity with the names people read: every list and consult is made of these. */
export interface ActivityFacts extends Omit<Activity, 'checklist'> {
  /** Of one activity, not of lists. */
  checklist?: Activity['checklist'];
  checklistTotal: number;
  checklistTicked: number;
  isImported: boolean;
  topic: string;
  topicDescription: string | null;
  department: string;
  ownerFirstName: string;
  ownerLastName: string;
  assigneeFirstName: string;
  assigneeLastName: string;
}

const NAMES = `topics.name as topic, topics.department, owners.first_name as "ownerFirstName", owners.last_name as "ownerLastName",
  assignees.first_name as "assigneeFirstName", assignees.last_name as "assigneeLastName"`;
/** Of a checklist lists tell the numbers, because its texts would be most of a row. */
const FACTS = `${selectList(
  'activities',
  activityColumns.filter((column) => column !== 'checklist'),
)}, ${NAMES}, topics.description as "topicDescription",
  ${CHECKLIST_TOTAL} as "checklistTotal", ${CHECKLIST_TICKED} as "checklistTicked",
  ${IS_IMPORTED} as "isImported"`;

/** What one line of a report says: fewer columns than a consult page has, since a hundred thousand of them are read at once. */
type LineColumn = Extract<(typeof activityColumns)[number], ReportField | 'verifiedAt' | 'canceledAt'>;
const isLineColumn = (column: string): column is LineColumn => [...reportFields, 'verifiedAt', 'canceledAt'].includes(column);
type FactNames = Pick<
  ActivityFacts,
  'isImported' | 'topic' | 'department' | 'ownerFirstName' | 'ownerLastName' | 'assigneeFirstName' | 'assigneeLastName'
>;
export type ActivityLine = Pick<Activity, LineColumn> & FactNames;
const LINE = `${selectList('activities', activityColumns.filter(isLineColumn))}, ${IS_IMPORTED} as "isImported", ${NAMES}`;

const ACTIVITIES_WITH_NAMES = `activities join topics on topics.id = activities.topic_id
  join users as owners on owners.id = activities.owner_id join users as assignees on assignees.id = activities.assignee_id`;

export const ACTIVITY = `select ${FACTS}, activities.checklist from ${ACTIVITIES_WITH_NAMES} where activities.id = ?`;
export const ACTIVITIES = `select ${FACTS} from ${ACTIVITIES_WITH_NAMES} where activities.id = any(?::integer[])`;

const OPEN_OF_ASSIGNEE = `activities.assignee_id = :userId and activities.status in ${literals(openStatuses)}`;
const pending = (after: string, columns = FACTS) => `
  select ${columns} from ${ACTIVITIES_WITH_NAMES} where ${OPEN_OF_ASSIGNEE} ${after}
  order by ${URGENCY_KEY}, activities.id limit :limit`;
export const PENDING = pending('');
export const PENDING_AFTER = pending(`and (${URGENCY_KEY}, activities.id) > (:afterUrgency::integer, :after::integer)`);

export const encodedPendingOf = (fields: readonly EncodedField[]) => asJson(pending('', encodedColumns(fields)));

export const AWAITING_VERIFICATION = `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
  where activities.owner_id = :ownerId and activities.status = 'completed' and activities.owner_id <> activities.assignee_id
  order by activities.closed_at, activities.id limit :limit`;

/** With the moment of the last act. */
export const NEAREST = `
  select ${FACTS}, coalesce((select max(at) from activity_history where activity_id = activities.id), activities.created_at) as "changedAt"
  from ${ACTIVITIES_WITH_NAMES} where ${OPEN_OF_ASSIGNEE}
  order by abs(activities.deadline_on - :today::date), activities.id limit :limit`;

export const HISTORY = `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
  where activities.assignee_id = :userId and activities.status in ${literals(closedStatuses)} and (:before::integer is null or activities.id < :before)
  order by activities.id desc limit :limit`;

/** Which activities a figure, a table, a facet or a workbook is about. */
export interface Selection {
  scope: Scope;
  /** Who `assignedByMe` and `mine` are. */
  readerId: number;
  /** Whose work `substituted` is. */
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
}

/** The column that places the selection's activities in time. */
export const datedBy = (selection: Selection) =>
  ({ deadline: 'activities.deadline_on', endedAt: 'activities.ended_at', createdAt: 'activities.created_at' })[datingIn(selection)];
const datingIn = ({ statuses: chosen, dating }: Selection): Dating => dating ?? datingOf(chosen);

const isAllOpenWork = (chosen: readonly Status[]) => chosen.every(isOpen) && openStatuses.every((status) => chosen.includes(status));

/** The pending report as it opens. Its page and its count have one text each, so PostgreSQL can keep their plans. */
export const isUsualReport = ({
  scope,
  words,
  statuses: chosen,
  dating,
  range,
  punctuality,
  batch,
  isMeasured,
  ...selection
}: Selection): boolean =>
  scope === 'company' &&
  words.length === 0 &&
  isAllOpenWork(chosen) &&
  groupsIn(selection).length === 0 &&
  Boolean(range?.from && range.to) &&
  ![dating, punctuality, batch, isMeasured].some(Boolean);

function rangeConditions(selection: Selection, isUsual = isUsualReport(selection)): string[] {
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
const markGroups = Object.keys(markConditions) as MarkGroup[];
const isMarkGroup = (group: FilterGroup): group is MarkGroup => group in markConditions;

/** Without open work no activity has a mark, and the indexes of closed work do not know of rejections. */
function conditionsOfMarks(group: MarkGroup, { statuses: chosen }: Pick<Selection, 'statuses'>) {
  const { within, words } = markConditions[group];
  return { within: chosen.some(isOpen) ? within : 'false', words };
}

/** The words that hold for an activity as one whole number: a bit each, in the order of the list. */
function marksOf(group: MarkGroup, selection: Selection): string {
  const { within, words } = conditionsOfMarks(group, selection);
  const bits = filterGroupValues[group].map((word, place) => `(${words[word]})::int * ${2 ** place}`);
  return `case when ${within} then ${bits.join(' + ')} else 0 end`;
}
const countOfMark = (word: UrgencyMark, selection: Selection) => {
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
function filterConditionOf(group: FilterGroup, selection: Selection): string {
  if (!isMarkGroup(group)) return filterConditions[group];
  const words = selection.filters[group];
  const { within, words: conditions } = conditionsOfMarks(group, selection);
  return `${within} and (${words.map((word) => conditions[word]).join(' or ')})`;
}
const groupsIn = ({ filters }: Pick<Selection, 'filters'>) => filterGroups.filter((group) => filters[group].length > 0);

const DELIVERED_ON = '(activities.closed_at at time zone :zone)::date';
const IS_DELIVERED = `activities.status in ${literals(deliveredStatuses)}`;

/** What has a punctuality, as `punctualityOf` says. */
const IS_DUE = `activities.status <> 'canceled' and activities.deadline_on < :today::date`;

/** `punctualityOf` of due work. */
const PUNCTUALITY = `case
    when ${IS_DELIVERED} then case when ${DELIVERED_ON} <= activities.due_on then 'onTime'
      when ${DELIVERED_ON} <= activities.extended_to then 'onTimeExtended' else 'late' end
    else 'undelivered' end`;

const OF_STATUSES = 'activities.status = any(:statuses::text[])';
const IS_OPEN = `activities.status in ${literals(openStatuses)}`;
const IS_CLOSED = `activities.status in ${literals(closedStatuses)}`;

/** What absent people have to do, and what waits for their verdict. */
const OF_ABSENT = `(activities.assignee_id = any(:absentIds::int[])
    or activities.owner_id = any(:absentIds::int[]) and activities.status = 'completed')`;

/** What a selection asks except the filter groups. A condition that restricts nothing is not in the text, because it would cost time. */
function conditionsOf(selection: QueriedSelection): string[] {
  const { scope, query } = selection;
  const conditions = [isUsualReport(selection) ? IS_OPEN : OF_STATUSES, ...rangeConditions(selection)];
  if (scope === 'assignedByMe') conditions.push('activities.owner_id = :readerId and activities.assignee_id <> :readerId');
  if (scope === 'mine') conditions.push('activities.assignee_id = :readerId');
  if (scope === 'substituted') conditions.push(OF_ABSENT);
  if (selection.isMeasured || selection.punctuality) conditions.push(IS_MEASURED);
  if (selection.punctuality) conditions.push(IS_DUE, `${PUNCTUALITY} = any(:punctuality::text[])`);
  if (selection.batch) conditions.push('activities.batch_id = :batch::uuid');
  if (query) conditions.push(hasWords(query));
  return conditions;
}
export const filteredConditionsOf = (selection: QueriedSelection) => [
  ...conditionsOf(selection),
  ...groupsIn(selection).map((group) => filterConditionOf(group, selection)),
];
const whereOf = (selection: QueriedSelection) => filteredConditionsOf(selection).join(' and ');

/** Names are sorted once in their small table; the activities then compare whole numbers. */
const places = (table: string, name: string, key: string) =>
  `join (select id, rank() over (order by ${name}) as place from ${table}) as places on places.id = activities.${key}`;
const PERSON = `first_name || ' ' || last_name`;
const placeJoins: Partial<Record<SortColumn, string>> = {
  owner: places('users', PERSON, 'owner_id'),
  assignee: places('users', PERSON, 'assignee_id'),
  topic: places('topics', 'name', 'topic_id'),
  department: places('topics', 'department', 'topic_id'),
};

/** As much of a description as its indexes hold. Descriptions with the same beginning are sorted by folio. */
const DESCRIPTION_SORTED = 100;
const positionIn = (words: readonly string[], column: string) => `array_position(array[${literals(words).slice(1, -1)}], ${column})`;

/**
 * What a field is sorted by where it is not its own column. `+ 0` hides the folio from an index of all activities, which PostgreSQL
 * would walk in the hope of soon meeting enough that match.
 */
const sortKeys: Partial<Record<SortColumn, string>> = {
  id: 'activities.id + 0',
  owner: 'places.place',
  topic: 'places.place',
  department: 'places.place',
  description: `left(activities.description, ${DESCRIPTION_SORTED})`,
  assignee: 'places.place',
  daysLeft: `case when activities.status in ${literals(undeliveredStatuses)} then activities.deadline_on end`,
  urgency: URGENCY_KEY,
  closed: 'coalesce(activities.closed_at, activities.canceled_at)',
  priority: positionIn(priorities, 'activities.priority'),
  status: positionIn(statuses, 'activities.status'),
  daysTaken: '(activities.ended_at at time zone :zone)::date - (activities.created_at at time zone :zone)::date',
};

export function sortKeyOf(column: SortColumn, selection: Selection): string {
  // Closed work differs by its deadline alone, which its index holds.
  if (column === 'urgency' && !selection.statuses.some(isOpen)) return 'activities.deadline_on';
  const dating = datingIn(selection);
  // An expression hides the column from the index of another dating, which PostgreSQL would walk outside the range.
  if (column === 'deadline') return dating === 'deadline' ? 'activities.deadline_on' : 'activities.deadline_on + 0';
  const isElsewhere = (column === 'createdAt' || (column === 'endedAt' && dating === 'deadline')) && column !== dating;
  return isElsewhere ? `activities.${snakeCase(column)} + interval '0'` : (sortKeys[column] ?? `activities.${snakeCase(column)}`);
}

/** Fields that every activity has. */
const complete: ReadonlySet<SortColumn> = new Set([
  ...(['id', 'owner', 'createdAt', 'topic', 'department', 'description', 'assignee'] as const),
  ...(['dueOn', 'priority', 'status', 'urgency', 'deadline'] as const),
]);

/** Missing values come last either way. Where nothing can be missing the text does not say so, because the indexes do not either. */
function nullsOf(column: SortColumn, selection: Selection): string {
  const isEnd = column === 'endedAt' || column === 'daysTaken';
  return complete.has(column) || (isEnd && datingOf(selection.statuses) === 'endedAt') ? '' : 'nulls last';
}

/** One page, sorted by the database, then by folio; of a search, of the newest hits. Only the activities on it are joined with their names. */
export function pageOf(selection: QueriedSelection, { column, isDescending }: Sort, columns = FACTS): string {
  const direction = isDescending ? 'desc' : 'asc';
  const order = `${direction} ${nullsOf(column, selection)}`;
  const rows = foundOf(selection);
  return `
    ${selection.query ? `with found as materialized (${rows})` : ''}
    select ${columns} from ${ACTIVITIES_WITH_NAMES}
    join (
      select activities.id, ${sortKeyOf(column, selection)} as sorted_by
      from ${selection.query ? 'found' : `(${rows})`} as activities ${placeJoins[column] ?? ''}
      order by sorted_by ${order}, activities.id ${direction} limit :limit offset :offset
    ) as page on page.id = activities.id
    order by page.sorted_by ${order}, page.id ${direction}`;
}

export const encodedPageOf = (selection: QueriedSelection, sort: Sort, fields: readonly EncodedField[]) =>
  asJson(pageOf(selection, sort, encodedColumns(fields)));

/** A batch of all of them, the newest first; after an activity, where `isFirst` is false. */
export function batchOf(selection: QueriedSelection, columns: 'facts' | 'line', isFirst: boolean): string {
  const dated = datedBy(selection);
  // A deadline may change between two batches; the other days stay.
  const last =
    datingIn(selection) === 'deadline' ? ':afterDeadline::date, :after::integer' : `select ${dated}, id from activities where id = :after`;
  const rest = isFirst ? '' : `and (${dated}, activities.id) < (${last})`;
  return `
    select ${columns === 'facts' ? FACTS : LINE} from ${ACTIVITIES_WITH_NAMES}
    join (
      select activities.id from activities where ${whereOf(selection)} ${rest}
      order by ${dated} desc, activities.id desc limit :limit
    ) as page on page.id = activities.id
    order by ${dated} desc, activities.id desc`;
}

/** What is counted and sorted: of a search its hits. */
const foundOf = (selection: QueriedSelection, conditionsIn = filteredConditionsOf): string =>
  `select * from activities where ${selection.hits ? 'id = any(:hits::integer[])' : conditionsIn(selection).join(' and ')}`;

/**
 * Whether the counts of open and of closed work hold what a selection has, but for the ends of its range. They know neither filters nor words,
 * and no share of a person, which is small.
 */
const readsCounts = (selection: QueriedSelection): boolean =>
  ![selection.query, selection.hits, selection.punctuality, selection.batch, selection.isMeasured].some(Boolean) &&
  selection.scope === 'company' &&
  groupsIn(selection).length === 0;

/** The days of its counts, which have none of open work. */
const countedBy = (selection: Selection) => datingIn(selection) as 'createdAt' | 'endedAt';

const isAmong = (column: string, chosen: readonly Status[]) => (chosen.length > 0 ? `${column} in ${literals(chosen)}` : 'false');
const openIn = ({ statuses: chosen }: Selection) => chosen.filter(isOpen);
const closedIn = ({ statuses: chosen }: Selection) => chosen.filter((status) => !isOpen(status));

const instantOf = (day: string) => `((${day})::timestamp at time zone :zone)`;
const inUtc = (day: string) => `(${instantOf(day)} at time zone 'UTC')`;

/**
 * What of a range the counts hold, once for a statement. Of closed work the months in UTC from the first and before the end; a range that ends
 * after all work ends with its month. Of open work all of it, where all was registered within the range.
 */
function countedDaysOf(selection: Selection): string {
  const { range } = selection;
  const [from, after] = [instantOf(':from::date'), instantOf(':to::date + 1')];
  const latest = countedBy(selection) === 'endedAt' ? `select max(ended_at) from activities where ${IS_CLOSED}` : 'select max(created_at) from activities';
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
      select first_month, end_month, ${firstYearFrom('first_month')} as first_year, ${endYearOf('end_month')} as end_year,
        ${isOpenWithin.join(' and ') || 'true'} as has_all_open
      from months
    )`;
}
const FIRST_MONTH = '(select first_month from days)';
const END_MONTH = '(select end_month from days)';
const HAS_ALL_OPEN = '(select has_all_open from days)';

/** The open work that has to be looked at. A join, because PostgreSQL would start other processes for it before a mere condition is known. */
const openRestOf = (selection: QueriedSelection): string => `
  select activities.* from days join activities on not has_all_open
  where ${[isAmong('activities.status', openIn(selection)), ...rangeConditions(selection, false)].join(' and ')}`;

/** A selection without what the counts hold. */
function restOf(selection: QueriedSelection): string {
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

const WHOLE_MONTHS = {
  first: FIRST_MONTH,
  end: END_MONTH,
  firstYear: '(select first_year from days)',
  endYear: '(select end_year from days)',
};

/** What the counts hold of a selection: `value`, `status`, `total`. */
function countedCells(kind: CellKind, selection: Selection): string {
  const [open, closed] = [openIn(selection), closedIn(selection)];
  const parts = [
    ...(open.length > 0 ? [`select * from ${openCells(kind)} where ${isAmong('status', open)} and ${HAS_ALL_OPEN}`] : []),
    ...(closed.length > 0
      ? [`select * from ${closedCells(countedBy(selection), kind, WHOLE_MONTHS)} where ${isAmong('status', closed)}`]
      : []),
  ];
  return `(${parts.join(' union all ')}) as cells`;
}

/** How much of the counted open work has each of these marks. */
const countedMarks = (marks: readonly UrgencyMark[], selection: Selection): string =>
  openMarks(
    marks,
    `${isAmong(
      'status',
      openIn(selection).filter((status) => undeliveredStatuses.includes(status)),
    )} and ${HAS_ALL_OPEN}`,
  );

export const countOf = (selection: QueriedSelection): string =>
  readsCounts(selection) && datingIn(selection) !== 'deadline'
    ? `${countedDaysOf(selection)}
  select rest.total + coalesce((select sum(total) from ${countedCells('priority', selection)}), 0)::int as total, rest.late + marks.late as late
  from (select count(*)::int as total, ${countOfMark('late', selection)} as late from ${restOf(selection)}) as rest,
    ${countedMarks(['late'], selection)}`
    : `
  select count(*) as total, ${countOfMark('late', selection)} as late
  from (${foundOf(selection)}) as activities`;

/** How many activities have each mark. It reads open ones only, because the others have none. */
export function urgencyCountsOf(selection: QueriedSelection): string {
  const { within, words } = urgencyMarkConditions;
  const isCounted = readsCounts(selection) && datingIn(selection) !== 'deadline';
  const looked = isCounted
    ? `(${openRestOf(selection)}) as activities where ${within}`
    : `activities where ${whereOf(selection)} and ${IS_OPEN} and ${within}`;
  const counts = Object.entries(words).map(([mark, condition]) => `(count(*) filter (where ${condition}))::int as "${mark}"`);
  const rest = `select ${counts.join(', ')} from ${looked}`;
  if (!isCounted) return rest;
  const sums = urgencyMarks.map((mark) => `rest."${mark}" + marks."${mark}" as "${mark}"`);
  return `${countedDaysOf(selection)} select ${sums.join(', ')} from (${rest}) as rest, ${countedMarks(urgencyMarks, selection)}`;
}

/** What is counted by status, and by topic where it is asked, in parts that have to be added: `topic_id`, `status`, `total`. */
function partialCountsOf(selection: QueriedSelection, kind: 'topic' | 'priority'): string {
  const columns = kind === 'topic' ? 'topic_id, status' : 'status';
  const counted = (from: string) => `select ${columns}, count(*) as total from ${from} group by ${columns}`;
  if (!readsCounts(selection) || datingIn(selection) === 'deadline') return counted(`activities where ${whereOf(selection)}`);
  const cells = kind === 'topic' ? 'value, status' : 'status';
  return `${countedDaysOf(selection)} ${counted(restOf(selection))} union all select ${cells}, total from ${countedCells(kind, selection)}`;
}

/** Of all kinds of cells priorities are the fewest. */
export const statusCountsOf = (selection: QueriedSelection): string => `
  select status, sum(total)::int as total from (${partialCountsOf(selection, 'priority')}) as counted group by status having sum(total) > 0`;

/** By responsible, with the numbers of late work and of work due within the week. */
export function personCountsOf(selection: QueriedSelection): string {
  return `
    select counted.*, first_name || ' ' || last_name as name
    from (
      select assignee_id as id, count(*)::int as total, ${countOfMark('late', selection)} as late,
        ${countOfMark('week', selection)} as week
      from activities where ${whereOf(selection)} group by assignee_id
    ) as counted
    join users on users.id = counted.id`;
}

/** By the topic's department: counted by topic, of which there are few, and then summed. */
export const departmentCountsOf = (selection: QueriedSelection): string => `
  select department as name, status, sum(total)::int as total
  from (${partialCountsOf(selection, 'topic')}) as counted
  join topics on topics.id = topic_id
  group by department, status having sum(total) > 0`;

/**
 * Due work by deadline, without what an import brought as finished: a day has few statuses, and its week and month are computed outside.
 * The counts of closed work hold imported work too, so it is subtracted.
 */
export function deadlineCountsOf(selection: QueriedSelection): string {
  const counted = (condition: string, total = 'count(*)') => `
    select deadline_on as name, status, ${total} as total from activities where ${condition} and ${IS_DUE} group by deadline_on, status`;
  if (!readsCounts(selection) || datingIn(selection) !== 'deadline')
    return `${counted(`${whereOf(selection)} and ${IS_MEASURED}`)} order by deadline_on`;
  // A cell is named as an activity here, so that it has the same conditions.
  const conditions = [OF_STATUSES, ...rangeConditions(selection), IS_DUE].join(' and ');
  return `
    select name, status, sum(total)::int as total from (
      select deadline_on as name, status, total from (
        select day as deadline_on, status, total from ${CLOSED_DEADLINES}
        union all select ${OPEN_DEADLINE}, status, total from ${openCells('deadline')}
      ) as activities where ${conditions}
      union all ${counted(importedConditionsOf(selection), '-count(*)')}
    ) as counted
    group by name, status having sum(total) > 0 order by name`;
}

/** One pass counts due work by topic, by responsible and by deadline. Departments, weeks and months are sums of these. */
export const punctualityCountsOf = (selection: QueriedSelection): string => `
  select topic_id as "topicId", topics.name as topic, topics.department, assignee_id as "assigneeId",
    first_name || ' ' || last_name as person, deadline_on as "deadlineOn", punctuality, counted.total
  from (
    select topic_id, assignee_id, deadline_on, punctuality, count(*) as total
    from (
      select activities.topic_id, activities.assignee_id, activities.deadline_on, ${PUNCTUALITY} as punctuality
      from activities where ${whereOf(selection)} and ${IS_DUE} and ${IS_MEASURED}
    ) as due
    group by grouping sets ((topic_id, punctuality), (assignee_id, punctuality), (deadline_on, punctuality))
  ) as counted
  left join topics on topics.id = topic_id
  left join users on users.id = assignee_id`;

/** Work that an import brought as finished. It starts from the imports, because finished work grows for ever. */
const importedConditionsOf = (selection: QueriedSelection): string =>
  `activities.id = any(array(select activity_id from activity_imports)) and ${whereOf(selection)} and ${IS_IMPORTED}`;
export const importedCountOf = (selection: QueriedSelection): string => `
  select count(*)::int as total from activities where ${importedConditionsOf(selection)}`;
/** Of it, what was due: it has no punctuality. */
export const dueImportedCountOf = (selection: QueriedSelection): string => `${importedCountOf(selection)} and ${IS_DUE}`;

/**
 * The verdicts of due work. Between two verdicts of an activity lies a completion, so the row before a verdict is the completion that it
 * judges. Own work has no verdicts. Percentiles are those of the nearest rank.
 */
export const verificationClockOf = (selection: QueriedSelection): string => `
  select count(*) as verdicts, count(*) filter (where act = 'reject') as rejected,
    percentile_disc(0.5) within group (order by minutes) as "p50Minutes",
    percentile_disc(0.9) within group (order by minutes) as "p90Minutes"
  from (
    select act, floor(extract(epoch from at - lag(at) over life) / 60)::int as minutes, lag(act) over life as before
    from activity_history
    where act in ('complete', 'approve', 'reject') and activity_id in (
      select activities.id from activities where ${whereOf(selection)} and ${IS_DUE}
    )
    window life as (partition by activity_id order by id)
  ) as verdict
  where act <> 'complete' and before = 'complete'`;

export const oldestOf = (selection: QueriedSelection): string => `
  select (min(created_at) at time zone :zone)::date as "oldestOn" from activities where ${whereOf(selection)}`;

/** What facets are counted by, with the types of the columns. */
const facetColumns = { topic_id: 'int', status: 'text', priority: 'text', owner_id: 'int', assignee_id: 'int', urgencies_marks: 'int' };
type FacetColumn = keyof typeof facetColumns;
/** What is counted together: a department is its topic's; status, priority and marks are few. */
const facetSets: readonly { columns: readonly FacetColumn[]; groups: readonly FilterGroup[] }[] = [
  { columns: ['topic_id'], groups: ['topics', 'departments'] },
  { columns: ['status', 'priority', 'urgencies_marks'], groups: ['statuses', 'priorities', 'urgencies'] },
  { columns: ['owner_id'], groups: ['owners'] },
  { columns: ['assignee_id'], groups: ['assignees'] },
];

/** One row of facets: null and 0 in what it does not count. */
function facetRow(columns: Partial<Record<FacetColumn, string>>, totals: (group: FilterGroup) => string | undefined): string {
  const named = Object.entries(facetColumns).map(([column, type]) => columns[column as FacetColumn] ?? `null::${type}`);
  return [...named, ...filterGroups.map((group) => totals(group) ?? '0')].join(', ');
}

/** Counts activities by the columns of each set, each group under the filters of the others. With filters each set looks at few of them. */
function lookedFacets(selection: Selection): string {
  const active = groupsIn(selection);
  if (active.length === 0) {
    const sets = facetSets.map(({ columns }) => `(${columns.join(', ')})`).join(', ');
    return `select ${Object.keys(facetColumns).join(', ')}, ${filterGroups.map(() => 'count(*)::int').join(', ')} from chosen
      group by grouping sets (${sets})`;
  }
  const sets = facetSets.map(({ columns, groups }) => {
    const outside = active.filter((group) => !groups.includes(group)).map((group) => `in_${group}`);
    const row = facetRow(Object.fromEntries(columns.map((column) => [column, column])), (group) => {
      if (!groups.includes(group)) return undefined;
      const others = active.filter((other) => other !== group && groups.includes(other)).map((other) => `in_${other}`);
      return `count(*)${others.length > 0 ? ` filter (where ${others.join(' and ')})` : ''}::int`;
    });
    return `select ${row} from chosen ${outside.length > 0 ? `where ${outside.join(' and ')}` : ''} group by ${columns.join(', ')}`;
  });
  return sets.join(' union all ');
}

/** The same of what the counts hold. Marks have rows of their own. */
function countedFacets(selection: Selection): string {
  const total = () => 'sum(total)::int';
  const of = (kind: CellKind, columns: Partial<Record<FacetColumn, string>>, by = 'value') =>
    `select ${facetRow(columns, total)} from ${countedCells(kind, selection)} group by ${by}`;
  const bits = urgencyMarks.map((mark, place) => `(${2 ** place}, "${mark}")`);
  return [
    of('topic', { topic_id: 'value' }),
    of('priority', { status: 'status', priority: PRIORITY_AT('value') }, 'status, value'),
    of('owner', { owner_id: 'value' }),
    of('assignee', { assignee_id: 'value' }),
    `select ${facetRow({ urgencies_marks: 'bit' }, () => 'total')}
      from ${countedMarks(urgencyMarks, selection)} cross join lateral (values ${bits.join(', ')}) as mark (bit, total)`,
  ].join(' union all ');
}

/**
 * Counts every group under the filters of the others, in one pass over the activities. One that two filters leave out counts nowhere, so it
 * is left out at once.
 */
export function facetCountsOf(selection: QueriedSelection): string {
  const active = groupsIn(selection);
  const isFromCounts = readsCounts(selection) && datingIn(selection) !== 'deadline';
  const passes = active.map((group) => `, ${filterConditionOf(group, selection)} as in_${group}`).join('');
  const isNear = active.length > 1 ? `where ${active.map((group) => `in_${group}::int`).join(' + ')} >= ${active.length - 1}` : '';
  const marks = markGroups.map((group) => `, ${marksOf(group, selection)} as ${group}_marks`).join('');
  return `
    ${isFromCounts ? `${countedDaysOf(selection)},` : 'with'} chosen as (
      select * from (
        select topic_id, status, priority, owner_id, assignee_id ${marks} ${passes}
        from ${isFromCounts ? restOf(selection) : `(${foundOf(selection, conditionsOf)}) as activities`} ${isNear && 'offset 0'}
      ) as activities ${isNear}
    )
    select topic_id as "topicId", status, priority, owner_id as "ownerId", assignee_id as "assigneeId", topics.name as topic,
      ${markGroups.map((group) => `${group}_marks as "${group}Marks"`).join(', ')}, topics.department,
      first_name || ' ' || last_name as person, ${filterGroups.map((group) => `counted.${group}`).join(', ')}
    from (
      ${lookedFacets(selection)} ${isFromCounts ? `union all ${countedFacets(selection)}` : ''}
    ) as counted (${[...Object.keys(facetColumns), ...filterGroups].join(', ')})
    left join topics on topics.id = topic_id
    left join users on users.id = coalesce(owner_id, assignee_id)`;
}
