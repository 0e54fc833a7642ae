import type { Sort } from '../domain/reports/report.ts';
import { sortKeyOf } from './activity-views.sql.ts';
import { comparedConditions, hasWords, isAllOf, lookedUpBy, type SearchQuery } from './search-query.sql.ts';
import { datedBy, filteredConditionsOf, type QueriedSelection } from './selection.sql.ts';

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
