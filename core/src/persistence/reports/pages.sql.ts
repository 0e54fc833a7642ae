import { priorities, statuses } from '../../domain/activities/activity.ts';
import { type Sort, type SortColumn, usualDating, usualSort } from '../../domain/reports/report.ts';
import { snakeCase } from '../../domain/text.ts';
import { areAllRead, comparedConditions, hasWords, lookedUpBy, type SearchQuery } from '../activities/activity-search.sql.ts';
import { ACTIVITIES_WITH_NAMES, FACTS, LINE } from '../activities/activity-views.sql.ts';
import { IS_UNDELIVERED } from '../activities/urgency.sql.ts';
import { literals } from '../database/statement.ts';
import { dateColumn, effectiveDating, firstRowsQuery, type QueriedSelection, type Selection, selectionCondition } from './selection.sql.ts';

/** Joins the rank of a name among all names of its table, because comparing whole numbers is quicker than comparing names by collation. */
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

/** Fields that are sorted by something else than their own column. */
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

/** Columns by which an index is sorted. */
const indexedColumns: ReadonlySet<SortColumn> = new Set(['id', 'urgency', 'createdAt', 'endedAt', 'deadline']);

/**
 * Only the usual order of a selection may use an index. In other orders a no-op expression hides the column, because PostgreSQL would
 * otherwise walk that index through rows outside the range, in the hope of soon meeting enough that match.
 */
function sortExpression(column: SortColumn, selection: Selection): string {
  const name = column === 'urgency' && selection.scope === 'mine' ? 'own_urgency' : snakeCase(column);
  const key = sortKeys[column] ?? `activities.${name}`;
  const isWalked = column === usualSort(selection.statuses, selection.dating).column;
  if (isWalked || !indexedColumns.has(column)) return key;
  return `${key} + ${column === 'createdAt' || column === 'endedAt' ? `interval '0'` : '0'}`;
}

/** Fields that every activity has. */
const alwaysPresent: ReadonlySet<SortColumn> = new Set([
  ...(['id', 'owner', 'createdAt', 'topic', 'department', 'description', 'assignee'] as const),
  ...(['dueOn', 'priority', 'status', 'urgency', 'deadline'] as const),
]);

/** Missing values come last in both directions. A column without missing values gets no clause, because `nulls last` would not match its index. */
function nullsClause(column: SortColumn, selection: Selection): string {
  const isEnd = column === 'endedAt' || column === 'daysTaken';
  return alwaysPresent.has(column) || (isEnd && usualDating(selection.statuses) === 'endedAt') ? '' : 'nulls last';
}

/** Finds the folios of one page, sorted by a column and then by folio. Another statement reads their rows, whose plan PostgreSQL keeps. */
export function pageQuery(selection: QueriedSelection, { column, isDescending }: Sort): string {
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
  return `select id from (${rows}) as sorted order by ${order} limit :limit offset :offset`;
}

/** Returns the order in which all rows of a selection are read: the usual one, or the newest first by the day that places them in the range. */
function batchSort({ statuses, dating }: Selection): Sort {
  const usual = usualSort(statuses, dating);
  return usual.column === 'urgency' ? usual : { column: effectiveDating({ statuses, dating }), isDescending: true };
}

/** Reads a batch in that order. Batches after the first begin after the activity `:after`. */
export function batchQuery(selection: QueriedSelection, columns: 'facts' | 'line', isFirst: boolean): string {
  const { column, isDescending } = batchSort(selection);
  const key = column === 'urgency' ? sortExpression(column, selection) : dateColumn(selection);
  // These may change between two batches, so their value comes from the caller; the other days never change.
  const startValue = { deadline: ':afterDeadline::date', urgency: ':afterUrgency::integer' }[column as string];
  const last = startValue ? `${startValue}, :after::integer` : `select ${key}, id from activities where id = :after`;
  const [direction, beyond] = isDescending ? ['desc', '<'] : ['asc', '>'];
  const order = `sorted_by ${direction}, id ${direction}`;
  const rows = firstRowsQuery(selection, {
    columns: `${key} as sorted_by`,
    ...(isFirst ? {} : { and: `(${key}, activities.id) ${beyond} (${last})` }),
    order,
    until: ':limit',
  });
  return `
  select ${columns === 'facts' ? FACTS : LINE} from ${ACTIVITIES_WITH_NAMES}
  join (select id, sorted_by from (${rows}) as sorted order by ${order} limit :limit) as page on page.id = activities.id
  order by page.sorted_by ${direction}, page.id ${direction}`;
}

/*
 * There are two ways to the folios of a page of a search. A walk compares the first rows of an order one by one, which is quick for common
 * words. Otherwise the index of words finds the hits, which are then sorted. The caller decides, because PostgreSQL would choose by how
 * frequent the words are in the whole table, which says little about the beginning of an order.
 */

/** Finds the hits among `:rows` rows of an order after the first `:skip`. `isAll` says that no row comes after these. */
export const walkQuery = (selection: QueriedSelection, { column, isDescending }: Sort): string =>
  walkByKey(selection, sortExpression(column, selection), isDescending);
/** Walks the newest rows. */
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

/** Finds about the newest hits by the index of words. `isAll` says that there are no others. */
export function newestHitsQuery(selection: QueriedSelection, query: SearchQuery): string {
  const conditions = [selectionCondition({ ...selection, query: null }), ...comparedConditions(query)];
  return `
  with looked_up as materialized ${lookedUpBy(query)}, hits as materialized (
    select activities.id
    from looked_up cross join lateral (select * from activities where id = activity_id offset 0) as activities
    where ${conditions.join(' and ')} limit :limit
  )
  select array(select id from hits) as ids,
    case when (select count(*) from hits) < :limit then ${areAllRead('looked_up')} else false end as "isAll"`;
}

/** Lists topics and people with work, which a filter offers where a search has too many hits to look at each. */
export const CHOICES = `
  select 'topics' as "group", id, name, department from topics where exists (select from activities where topic_id = topics.id)
  union all
  select 'owners', id, first_name || ' ' || last_name, null from users where exists (select from activities where owner_id = users.id)
  union all
  select 'assignees', id, first_name || ' ' || last_name, null from users where exists (select from activities where assignee_id = users.id)`;
