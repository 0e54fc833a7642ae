import { DELIVERED_FROM } from '../domain/activity/urgency.ts';
import type { Sort } from '../domain/reports/report.ts';
import { datedBy, filteredConditionsOf, type QueriedSelection, sortKeyOf } from './activity-views.sql.ts';
import { comparedConditions, hasWords, indexConditions, type SearchQuery } from './search-query.sql.ts';
import { URGENCY_KEY } from './urgency.sql.ts';

/*
 * The folios of a page of a search, in the order of an index. Of common words the first rows of the order have enough: they are looked
 * through one by one. Otherwise the index of words finds the hits and they are sorted. PostgreSQL would choose by how frequent the words
 * are in the whole table, which says little about the beginning of an order.
 */

/** A part of the order: undelivered and delivered work have other words, because only delivered work has a resolution. */
type OrderPart = 'all' | 'undelivered' | 'delivered';
const partConditions: Record<OrderPart, string[]> = {
  all: [],
  undelivered: [`${URGENCY_KEY} < ${DELIVERED_FROM}`],
  delivered: [`${URGENCY_KEY} >= ${DELIVERED_FROM}`],
};

/** The parts of a usual order. Open work comes by urgency, and delivered work after all other. */
export const orderPartsOf = ({ column }: Sort): OrderPart[] => (column === 'urgency' ? ['undelivered', 'delivered'] : ['all']);

/** The hits among the first rows of the order, and whether these are all rows. */
export const walkOf = (selection: QueriedSelection, sort: Sort, part: OrderPart): string =>
  walkBy(selection, sortKeyOf(sort.column, selection), sort.isDescending, part);
/** The same of the newest rows. */
export const newestWalkOf = (selection: QueriedSelection): string => walkBy(selection, datedBy(selection), true, 'all');

function walkBy(selection: QueriedSelection, key: string, isDescending: boolean, part: OrderPart): string {
  const { query } = selection;
  const direction = isDescending ? 'desc' : 'asc';
  const order = `order by sorted_by ${direction}, activities.id ${direction}`;
  const conditions = [...filteredConditionsOf({ ...selection, query: null }), ...partConditions[part]];
  return `
    with first_rows as materialized (
      select activities.id, activities.owner_id, activities.assignee_id, activities.topic_id, ${key} as sorted_by
      from activities where ${conditions.join(' and ')} ${order} limit :rows
    )
    select (select count(*) from first_rows) < :rows as "isAll", array(
      select id from first_rows as activities ${query ? `where ${hasWords(query)}` : ''} ${order} limit :limit
    ) as ids`;
}

/**
 * The newest of what the index finds first, and whether that is all that it finds. It begins with the oldest (`withoutTableScans`).
 */
export function lookedUpOf(selection: QueriedSelection, query: SearchQuery): string {
  const conditions = filteredConditionsOf({ ...selection, query: null });
  return `
    with looked_up as materialized (
      select activity_id from activity_words where ${indexConditions(query).join(' and ')} limit :most
    )
    select (select count(*) from looked_up) < :most as "isAll", array(
      select activities.id from looked_up cross join lateral (select * from activities where id = activity_id offset 0) as activities
      where ${conditions.join(' and ')} order by ${datedBy(selection)} desc, activities.id desc limit :limit
    ) as ids`;
}

/** The first hits in the order, of all that the index finds. `offset 0` keeps PostgreSQL from looking each row of the order up instead. */
export function hitsOf(selection: QueriedSelection, sort: Sort, part: OrderPart): string {
  const query = selection.query ?? { marks: [], indexed: [], compared: [] };
  const conditions = [...filteredConditionsOf({ ...selection, query: null }), ...partConditions[part], ...comparedConditions(query)];
  return `
    select array(
      select activities.id from (
        select activity_id ${query.compared.length > 0 ? ', words' : ''} from activity_words where ${indexConditions(query).join(' and ')} offset 0
      ) as hits join activities on activities.id = activity_id
      where ${conditions.join(' and ')}
      order by ${sortKeyOf(sort.column, selection)} ${sort.isDescending ? 'desc' : 'asc'}, activities.id ${sort.isDescending ? 'desc' : 'asc'}
      limit :limit
    ) as ids`;
}

/** All that a filter may choose where a search has too many hits to look at each: topics and people with work. */
export const CHOICES = `
  select 'topics' as "group", id, name, department from topics where exists (select from activities where topic_id = topics.id)
  union all
  select 'owners', id, first_name || ' ' || last_name, null from users where exists (select from activities where owner_id = users.id)
  union all
  select 'assignees', id, first_name || ' ' || last_name, null from users where exists (select from activities where assignee_id = users.id)`;
