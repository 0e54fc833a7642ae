import {
  type Activity,
  closedStatuses,
  openStatuses,
  priorities,
  type ReportField,
  reportFields,
  type Status,
  statuses,
} from '../domain/activity/activity.ts';
import type { OpenRange } from '../domain/reports/date-range.ts';
import { datingOf, type FilterGroup, type Filters, filterGroups, type Scope, type Sort } from '../domain/reports/report.ts';
import { normalise } from '../domain/text.ts';
import { activityColumns } from './models.ts';
import { literals, selectList, snakeCase } from './statement.ts';

/*
 * Statements that read activities with the names of their topic and people. They are hot: their text is made once or from a few
 * parts, where the builder would quote each word at every call.
 */

/** An activity with the names people read: every list and consult is made of these. */
export interface ActivityFacts extends Activity {
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
const FACTS = `${selectList('activities', activityColumns)}, ${NAMES}, topics.description as "topicDescription"`;

/** What one line of a report says: fewer columns than a consult page has, since a hundred thousand of them are read at once. */
type LineColumn = Extract<(typeof activityColumns)[number], ReportField | 'verifiedAt' | 'canceledAt'>;
const isLineColumn = (column: string): column is LineColumn => [...reportFields, 'verifiedAt', 'canceledAt'].includes(column);
type Names = Pick<ActivityFacts, 'topic' | 'department' | 'ownerFirstName' | 'ownerLastName' | 'assigneeFirstName' | 'assigneeLastName'>;
export type ActivityLine = Pick<Activity, LineColumn> & Names;
const LINE = `${selectList('activities', activityColumns.filter(isLineColumn))}, ${NAMES}`;

const ACTIVITIES_WITH_NAMES = `activities join topics on topics.id = activities.topic_id
  join users as owners on owners.id = activities.owner_id join users as assignees on assignees.id = activities.assignee_id`;

export const ACTIVITY = `select ${FACTS} from ${ACTIVITIES_WITH_NAMES} where activities.id = ?`;
export const ACTIVITIES = `select ${FACTS} from ${ACTIVITIES_WITH_NAMES} where activities.id = any(?::integer[])`;

const OPEN_OF_ASSIGNEE = `activities.assignee_id = :userId and activities.status in ${literals(openStatuses)}`;
const pending = (after: string) => `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES} where ${OPEN_OF_ASSIGNEE} ${after}
  order by activities.deadline_on, activities.id limit :limit`;
export const PENDING = pending('');
export const PENDING_AFTER = pending(
  'and (activities.deadline_on, activities.id) > (select deadline_on, id from activities where id = :after)',
);

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
  /** Never empty. Those of the report itself: a filter on the status restricts them further and dates nothing. */
  statuses: readonly Status[];
  /** Null for any day. */
  range: OpenRange | null;
  filters: Filters;
  /** Words of the description, taken literally; '' for any. */
  search: string;
}

/** The column that places the selection's activities in time. */
const datedBy = ({ statuses: chosen }: Selection) => (datingOf(chosen) === 'endedAt' ? 'activities.ended_at' : 'activities.created_at');

const peopleIn = (ids: string, names: string) =>
  `(select id from users where id = any(${ids}::int[]) or first_name || ' ' || last_name = any(${names}::text[]))`;

/** The condition of each filter group on the values that it is asked for. */
const filterConditions: Record<FilterGroup, string> = {
  topics: 'activities.topic_id in (select id from topics where name_key = any(:topicsFilter::text[]))',
  departments: 'activities.topic_id in (select id from topics where department = any(:departmentsFilter::text[]))',
  statuses: 'activities.status = any(:statusesFilter::text[])',
  priorities: 'activities.priority = any(:prioritiesFilter::text[])',
  owners: `activities.owner_id in ${peopleIn(':ownersIds', ':ownersNames')}`,
  assignees: `activities.assignee_id in ${peopleIn(':assigneesIds', ':assigneesNames')}`,
};
const groupsIn = ({ filters }: Selection) => filterGroups.filter((group) => filters[group].length > 0);

/** What a selection asks except the filter groups. A condition that restricts nothing is not in the text, because it would cost time. */
function conditionsOf(selection: Selection): string[] {
  const { scope, range, search } = selection;
  const conditions = ['activities.status = any(:statuses::text[])'];
  if (scope === 'assignedByMe') conditions.push('activities.owner_id = :readerId and activities.assignee_id <> :readerId');
  if (scope === 'mine') conditions.push('activities.assignee_id = :readerId');
  if (range?.from) conditions.push(`${datedBy(selection)} >= (:from::date)::timestamp at time zone :zone`);
  if (range?.to) conditions.push(`${datedBy(selection)} < (:to::date + 1)::timestamp at time zone :zone`);
  if (normalise(search)) conditions.push('activities.description_key like :pattern');
  return conditions;
}
const whereOf = (selection: Selection) =>
  [...conditionsOf(selection), ...groupsIn(selection).map((group) => filterConditions[group])].join(' and ');

/** Names are sorted once in their small table; the activities then compare whole numbers. */
const places = (table: string, name: string, key: string) =>
  `join (select id, rank() over (order by ${name}) as place from ${table}) as places on places.id = activities.${key}`;
const PERSON = `first_name || ' ' || last_name`;
const placeJoins: Partial<Record<ReportField, string>> = {
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
const sortKeys: Partial<Record<ReportField, string>> = {
  id: 'activities.id + 0',
  owner: 'places.place',
  topic: 'places.place',
  department: 'places.place',
  description: `left(activities.description, ${DESCRIPTION_SORTED})`,
  assignee: 'places.place',
  daysLeft: 'activities.deadline_on',
  priority: positionIn(priorities, 'activities.priority'),
  status: positionIn(statuses, 'activities.status'),
  daysTaken: '(activities.ended_at at time zone :zone)::date - (activities.created_at at time zone :zone)::date',
};

function sortKeyOf(column: ReportField, selection: Selection): string {
  const isElsewhere = column === 'createdAt' && datingOf(selection.statuses) === 'endedAt';
  return isElsewhere ? `activities.created_at + interval '0'` : (sortKeys[column] ?? `activities.${snakeCase(column)}`);
}

/** Fields that every activity has. */
const complete: ReadonlySet<ReportField> = new Set([
  ...(['id', 'owner', 'createdAt', 'topic', 'department', 'description', 'assignee'] as const),
  ...(['dueOn', 'daysLeft', 'priority', 'status'] as const),
]);

/** Missing values come last either way. Where nothing can be missing the text does not say so, because the indexes do not either. */
function nullsOf(column: ReportField, selection: Selection): string {
  const isEnd = column === 'endedAt' || column === 'daysTaken';
  return complete.has(column) || (isEnd && datingOf(selection.statuses) === 'endedAt') ? '' : 'nulls last';
}

/** One page, sorted by the database, then by folio. Only the activities on it are joined with their names. */
export function pageOf(selection: Selection, { column, isDescending }: Sort): string {
  const direction = isDescending ? 'desc' : 'asc';
  const order = `${direction} ${nullsOf(column, selection)}`;
  return `
    select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
    join (
      select activities.id, ${sortKeyOf(column, selection)} as sorted_by from activities ${placeJoins[column] ?? ''}
      where ${whereOf(selection)}
      order by sorted_by ${order}, activities.id ${direction} limit :limit offset :offset
    ) as page on page.id = activities.id
    order by page.sorted_by ${order}, page.id ${direction}`;
}

/** A batch of all of them, the newest first; after an activity, where `isFirst` is false. */
export function batchOf(selection: Selection, columns: 'facts' | 'line', isFirst: boolean): string {
  const dated = datedBy(selection);
  const rest = isFirst ? '' : `and (${dated}, activities.id) < (select ${dated}, id from activities where id = :after)`;
  return `
    select ${columns === 'facts' ? FACTS : LINE} from ${ACTIVITIES_WITH_NAMES}
    join (
      select activities.id from activities where ${whereOf(selection)} ${rest}
      order by ${dated} desc, activities.id desc limit :limit
    ) as page on page.id = activities.id
    order by ${dated} desc, activities.id desc`;
}

export const countOf = (selection: Selection): string => `
  select count(*) as total, count(*) filter (where deadline_on < :today and status = any(:undelivered::text[])) as late
  from activities where ${whereOf(selection)}`;

export const statusCountsOf = (selection: Selection): string => `
  select status, count(*) as total from activities where ${whereOf(selection)} group by status`;

/** By the topic's department: counted by topic, of which there are few, and then summed. */
export const departmentCountsOf = (selection: Selection): string => `
  select department as name, status, sum(total)::int as total
  from (select topic_id, status, count(*) as total from activities where ${whereOf(selection)} group by topic_id, status) as counted
  join topics on topics.id = topic_id
  group by department, status`;

/**
 * By business week, named by its Monday, the earliest first. Each week is a stretch of the index that places activities in time,
 * because the week of every activity takes four times as long. Weeks before the first activity and after the last are not read.
 */
export function weekCountsOf(selection: Selection): string {
  const dated = datedBy(selection);
  return `
    select week::date as name, status, total
    from (
      select min(${dated}) at time zone :zone as first_at, max(${dated}) at time zone :zone as last_at
      from activities where ${whereOf(selection)}
    ) as ends
    cross join lateral generate_series(date_trunc('week', first_at), last_at, interval '7 days') as week
    cross join lateral (
      select status, count(*) as total from activities
      where ${whereOf(selection)} and ${dated} >= week at time zone :zone and ${dated} < (week + interval '7 days') at time zone :zone
      group by status
    ) as counted
    order by week`;
}

export const oldestOf = (selection: Selection): string => `
  select (min(created_at) at time zone :zone)::date as "oldestOn" from activities where ${whereOf(selection)}`;

/**
 * One pass over the activities counts every group under the filters of the others. Department is the topic's, so the topics' counts
 * add up to it; status and priority are few enough to be counted together.
 */
export function facetCountsOf(selection: Selection): string {
  const active = groupsIn(selection);
  const passes = active.map((group) => `, ${filterConditions[group]} as in_${group}`).join('');
  const totals = filterGroups.map((group) => {
    const others = active.filter((other) => other !== group).map((other) => `in_${other}`);
    return `count(*)${others.length > 0 ? ` filter (where ${others.join(' and ')})` : ''} as ${group}`;
  });
  return `
    select topic_id as "topicId", status, priority, owner_id as "ownerId", assignee_id as "assigneeId", topics.name as topic,
      topics.department, first_name || ' ' || last_name as person, ${filterGroups.map((group) => `counted.${group}`).join(', ')}
    from (
      select topic_id, status, priority, owner_id, assignee_id, ${totals.join(', ')}
      from (
        select activities.topic_id, activities.status, activities.priority, activities.owner_id, activities.assignee_id ${passes}
        from activities where ${conditionsOf(selection).join(' and ')}
      ) as chosen
      group by grouping sets ((topic_id), (status, priority), (owner_id), (assignee_id))
    ) as counted
    left join topics on topics.id = topic_id
    left join users on users.id = coalesce(owner_id, assignee_id)`;
}
