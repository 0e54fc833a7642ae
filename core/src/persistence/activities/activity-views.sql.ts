import {
  type Activity,
  closedStatuses,
  isOpen,
  openStatuses,
  priorities,
  type ReportField,
  reportFields,
  statuses,
} from '../../domain/activities/activity.ts';
import { undeliveredStatuses } from '../../domain/activities/deadline.ts';
import { datingOf, type Sort, type SortColumn } from '../../domain/reports/report.ts';
import { snakeCase } from '../../domain/text.ts';
import { activityColumns } from '../models.ts';
import { literals, selectList } from '../statement.ts';
import { comparedConditions, hasWords, isAllOf, lookedUpBy, type SearchQuery } from './activity-search.sql.ts';
import { asJson, CHECKLIST_TICKED, CHECKLIST_TOTAL, type EncodedField, encodedColumns, IS_IMPORTED } from './encoded-rows.sql.ts';
import { datedBy, datingIn, filteredConditionsOf, foundOf, type QueriedSelection, type Selection, whereOf } from './selection.sql.ts';
import { URGENCY_KEY } from './urgency.sql.ts';

/*
 * Statements that read activities with the names of their topic and people. They are hot: their text is made once or from a few
 * parts, where the builder would quote each word at every call.
 */

/** An activity with the names people read: every list and consult is made of these. */
export interface ActivityFacts extends Omit<Activity, 'checklist'> {
  /** One activity has it, lists do not. */
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
/** Lists have the numbers of a checklist alone, because its texts would be most of a row. */
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

const OPEN = `activities.assignee_id = :userId and activities.status in ${literals(openStatuses)}`;
const pending = (after: string, columns = FACTS) => `
  select ${columns} from ${ACTIVITIES_WITH_NAMES} where ${OPEN} ${after}
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
  from ${ACTIVITIES_WITH_NAMES} where ${OPEN}
  order by abs(activities.deadline_on - :today::date), activities.id limit :limit`;

export const HISTORY = `
  select ${FACTS} from ${ACTIVITIES_WITH_NAMES}
  where activities.assignee_id = :userId and activities.status in ${literals(closedStatuses)} and (:before::integer is null or activities.id < :before)
  order by activities.id desc limit :limit`;

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

function sortKeyOf(column: SortColumn, selection: Selection): string {
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

/**
 * One page, sorted by the database, then by folio; of a search, of the newest hits. Only the activities on it are joined with their names.
 * `isFromEnd` counts the offset from the end of the order.
 */
export function pageOf(selection: QueriedSelection, { column, isDescending }: Sort, { columns = FACTS, isFromEnd = false } = {}): string {
  const direction = isDescending ? 'desc' : 'asc';
  const nulls = nullsOf(column, selection);
  const opposite = isDescending ? 'asc' : 'desc';
  const [readDirection, readNulls] = isFromEnd ? [opposite, nulls && 'nulls first'] : [direction, nulls];
  const rows = foundOf(selection);
  return `
    ${selection.query ? `with found as materialized (${rows})` : ''}
    select ${columns} from ${ACTIVITIES_WITH_NAMES}
    join (
      select activities.id, ${sortKeyOf(column, selection)} as sorted_by
      from ${selection.query ? 'found' : `(${rows})`} as activities ${placeJoins[column] ?? ''}
      order by sorted_by ${readDirection} ${readNulls}, activities.id ${readDirection} limit :limit offset :offset
    ) as page on page.id = activities.id
    order by page.sorted_by ${direction} ${nulls}, page.id ${direction}`;
}

export const encodedPageOf = (selection: QueriedSelection, sort: Sort, fields: readonly EncodedField[], isFromEnd = false) =>
  asJson(pageOf(selection, sort, { columns: encodedColumns(fields), isFromEnd }));

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

/*
 * The folios of a page of a search. Of common words the first rows of an order have enough: they are looked through one by one. Otherwise
 * the index of words finds the hits and they are sorted. PostgreSQL would choose by how frequent the words are in the whole table, which
 * says little about the beginning of an order.
 */

/** The hits among `:rows` rows of the order after the first `:skip`, and whether no row comes after these. */
export const walkOf = (selection: QueriedSelection, { column, isDescending }: Sort): string =>
  walkBy(selection, sortKeyOf(column, selection), isDescending);
/** The same of the newest rows. */
export const newestWalkOf = (selection: QueriedSelection): string => walkBy(selection, datedBy(selection), true);

function walkBy(selection: QueriedSelection, key: string, isDescending: boolean): string {
  const { query } = selection;
  const direction = isDescending ? 'desc' : 'asc';
  const order = `order by sorted_by ${direction}, activities.id ${direction}`;
  const conditions = filteredConditionsOf({ ...selection, query: null });
  return `
    with first_rows as materialized (
      select activities.id, activities.owner_id, activities.assignee_id, activities.topic_id, ${key} as sorted_by
      from activities where ${conditions.join(' and ')} ${order} limit :rows offset :skip
    )
    select (select count(*) from first_rows) < :rows as "isAll", array(
      select id from first_rows as activities ${query ? `where ${hasWords(query)}` : ''} ${order} limit :limit
    ) as ids`;
}

/** About the newest hits that the index finds, and whether these are all. */
export function newestHitsOf(selection: QueriedSelection, query: SearchQuery): string {
  const conditions = [...filteredConditionsOf({ ...selection, query: null }), ...comparedConditions(query)];
  return `
    with looked_up as materialized ${lookedUpBy(query)}, hits as materialized (
      select activities.id
      from looked_up cross join lateral (select * from activities where id = activity_id offset 0) as activities
      where ${conditions.join(' and ')} limit :limit
    )
    select array(select id from hits) as ids,
      case when (select count(*) from hits) < :limit then ${isAllOf('looked_up')} else false end as "isAll"`;
}

/** All that a filter may choose where a search has too many hits to look at each: topics and people with work. */
export const CHOICES = `
  select 'topics' as "group", id, name, department from topics where exists (select from activities where topic_id = topics.id)
  union all
  select 'owners', id, first_name || ' ' || last_name, null from users where exists (select from activities where owner_id = users.id)
  union all
  select 'assignees', id, first_name || ' ' || last_name, null from users where exists (select from activities where assignee_id = users.id)`;
