import { priorities, statuses } from '../../domain/activities/activity.ts';
import { datingOf, type Sort, type SortColumn, usualSort } from '../../domain/reports/report.ts';
import { snakeCase } from '../../domain/text.ts';
import { comparedConditions, hasWords, isAllOf, lookedUpBy, type SearchQuery } from '../activities/activity-search.sql.ts';
import { ACTIVITIES_WITH_NAMES, FACTS, LINE } from '../activities/activity-views.sql.ts';
import { asJson, type EncodedField, encodedColumns } from '../activities/encoded-rows.sql.ts';
import { IS_UNDELIVERED } from '../activities/urgency.sql.ts';
import { literals } from '../database/statement.ts';
import { dateColumn, effectiveDating, firstRowsQuery, type QueriedSelection, type Selection, selectionCondition } from './selection.sql.ts';

/* Pages and batches of reports. */

/** Names are sorted once in their small table; the activities then compare whole numbers. */
const placeJoin = (table: string, name: string, key: string) =>
  `join (select id, rank() over (order by ${name}) as place from ${table}) as places on places.id = activities.${key}`;
const PERSON = `first_name || ' ' || last_name`;
const placeJoins: Partial<Record<SortColumn, string>> = {
  owner: placeJoin('users', PERSON, 'owner_id'),
  assignee: placeJoin('users', PERSON, 'assignee_id'),
  topic: placeJoin('topics', 'name', 'topic_id'),
  department: placeJoin('topics', 'department', 'topic_id'),
};

const listPosition = (words: readonly string[], column: string) => `array_position(array[${literals(words).slice(1, -1)}], ${column})`;

/** What a field is sorted by where it is not its own column. */
const sortKeys: Partial<Record<SortColumn, string>> = {
  owner: 'places.place',
  topic: 'places.place',
  department: 'places.place',
  assignee: 'places.place',
  daysLeft: `case when ${IS_UNDELIVERED} then activities.deadline_on end`,
  closed: 'coalesce(activities.closed_at, activities.canceled_at)',
  priority: listPosition(priorities, 'activities.priority'),
  status: listPosition(statuses, 'activities.status'),
  daysTaken: '(activities.ended_at at time zone :zone)::date - (activities.created_at at time zone :zone)::date',
  deadline: 'activities.deadline_on',
};

/** Orders that an index has. */
const indexedColumns: ReadonlySet<SortColumn> = new Set(['id', 'urgency', 'createdAt', 'endedAt', 'deadline']);

/**
 * An index is walked only in the order in which the selection usually comes. An expression hides the others, because PostgreSQL would walk an index
 * outside the range, in the hope of soon meeting enough that match.
 */
function sortExpression(column: SortColumn, selection: Selection): string {
  const key = sortKeys[column] ?? `activities.${snakeCase(column)}`;
  const isWalked = column === usualSort(selection.statuses, selection.dating).column;
  if (isWalked || !indexedColumns.has(column)) return key;
  return `${key} + ${column === 'createdAt' || column === 'endedAt' ? `interval '0'` : '0'}`;
}

/** Fields that every activity has. */
const alwaysPresent: ReadonlySet<SortColumn> = new Set([
  ...(['id', 'owner', 'createdAt', 'topic', 'department', 'description', 'assignee'] as const),
  ...(['dueOn', 'priority', 'status', 'urgency', 'deadline'] as const),
]);

/** Missing values come last either way. Where nothing can be missing the text does not say so, because the indexes do not either. */
function nullsClause(column: SortColumn, selection: Selection): string {
  const isEnd = column === 'endedAt' || column === 'daysTaken';
  return alwaysPresent.has(column) || (isEnd && datingOf(selection.statuses) === 'endedAt') ? '' : 'nulls last';
}

/** One page, sorted by the database, then by folio; of a search, of the newest hits. Only the activities on it are joined with their names. */
export function pageQuery(selection: QueriedSelection, { column, isDescending }: Sort, columns = FACTS): string {
  const direction = isDescending ? 'desc' : 'asc';
  const nulls = nullsClause(column, selection);
  const order = `sorted_by ${direction} ${nulls}, id ${direction}`;
  const key = `${sortExpression(column, selection)} as sorted_by`;
  const rows = firstRowsQuery(selection, {
    columns: key,
    join: placeJoins[column] ?? '',
    order,
    until: '(:limit::integer + :offset::integer)',
  });
  return `
  select ${columns} from ${ACTIVITIES_WITH_NAMES}
  join (select id, sorted_by from (${rows}) as sorted order by ${order} limit :limit offset :offset) as page on page.id = activities.id
  order by page.sorted_by ${direction} ${nulls}, page.id ${direction}`;
}

export const encodedPageQuery = (selection: QueriedSelection, sort: Sort, fields: readonly EncodedField[]) =>
  asJson(pageQuery(selection, sort, encodedColumns(fields)));

/** A batch of all of them, the newest first; after an activity, where `isFirst` is false. */
export function batchQuery(selection: QueriedSelection, columns: 'facts' | 'line', isFirst: boolean): string {
  const dated = dateColumn(selection);
  // A deadline may change between two batches; the other days stay.
  const last =
    effectiveDating(selection) === 'deadline'
      ? ':afterDeadline::date, :after::integer'
      : `select ${dated}, id from activities where id = :after`;
  const order = 'sorted_by desc, id desc';
  const rows = firstRowsQuery(selection, {
    columns: `${dated} as sorted_by`,
    ...(isFirst ? {} : { and: `(${dated}, activities.id) < (${last})` }),
    order,
    until: ':limit',
  });
  return `
  select ${columns === 'facts' ? FACTS : LINE} from ${ACTIVITIES_WITH_NAMES}
  join (select id, sorted_by from (${rows}) as sorted order by ${order} limit :limit) as page on page.id = activities.id
  order by page.sorted_by desc, page.id desc`;
}

/*
 * The folios of a page of a search. Of common words the first rows of an order have enough: they are looked through one by one. Otherwise
 * the index of words finds the hits and they are sorted. PostgreSQL would choose by how frequent the words are in the whole table, which
 * says little about the beginning of an order.
 */

/** The hits among `:rows` rows of the order after the first `:skip`, and whether no row comes after these. */
export const walkQuery = (selection: QueriedSelection, { column, isDescending }: Sort): string =>
  walkByKey(selection, sortExpression(column, selection), isDescending);
/** The same of the newest rows. */
export const newestWalkQuery = (selection: QueriedSelection): string => walkByKey(selection, dateColumn(selection), true);

function walkByKey(selection: QueriedSelection, key: string, isDescending: boolean): string {
  const { query } = selection;
  const direction = isDescending ? 'desc' : 'asc';
  const order = `sorted_by ${direction}, id ${direction}`;
  const columns = `activities.owner_id, activities.assignee_id, activities.topic_id, ${key} as sorted_by`;
  const rows = firstRowsQuery({ ...selection, query: null }, { columns, order, until: '(:rows::integer + :skip::integer)' });
  return `
  with first_rows as materialized (select * from (${rows}) as sorted order by ${order} limit :rows offset :skip)
  select (select count(*) from first_rows) < :rows as "isAll", array(
    select id from first_rows as activities ${query ? `where ${hasWords(query)}` : ''} order by ${order} limit :limit
  ) as ids`;
}

/** About the newest hits that the index finds, and whether these are all. */
export function newestHitsQuery(selection: QueriedSelection, query: SearchQuery): string {
  const conditions = [selectionCondition({ ...selection, query: null }), ...comparedConditions(query)];
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
