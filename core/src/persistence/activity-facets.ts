import type { Knex } from 'knex';
import { type Priority, priorities, type Status, statuses } from '../domain/activity/activity.ts';
import { type FilterGroup, type Filters, filterGroups } from '../domain/reports/report.ts';
import { filterCondition } from './activity-selection.ts';

export interface Facet<Name = string> {
  name: Name;
  total: number;
}
export interface PersonFacet extends Facet {
  id: number;
}
/** By group, what there is to choose and how many activities each choice would show; nothing that would show none. */
export interface Facets {
  topics: Facet[];
  departments: Facet[];
  statuses: Facet<Status>[];
  priorities: Facet<Priority>[];
  owners: PersonFacet[];
  assignees: PersonFacet[];
}

type Totals = Record<FilterGroup, number>;
interface Counted extends Totals {
  topicId: number | null;
  topic: string;
  department: string;
  status: Status | null;
  priority: Priority;
  ownerId: number | null;
  assigneeId: number | null;
  person: string;
}

/**
 * One pass over the activities counts every group under the filters of the others. Department is the topic's, so the topics' counts
 * add up to it; status and priority are few enough to be counted together.
 */
async function count(db: Knex, base: Knex.QueryBuilder, filters: Filters): Promise<Counted[]> {
  const active = filterGroups.filter((group) => filters[group].length > 0);
  const passes = active.map((group) => db.raw('? as ??', [filterCondition(db, group, filters), `in_${group}`]));
  const totals = filterGroups.map((group) => {
    const others = active.filter((other) => other !== group).map((other) => `in_${other}`);
    return db.raw(`count(*)${others.length ? ` filter (where ${others.join(' and ')})` : ''} as ??`, [`for_${group}`]);
  });
  const dimensions = ['topicId', 'status', 'priority', 'ownerId', 'assigneeId'];
  const counted = db
    .from(base.select([...dimensions.map((column) => `activities.${column}`), ...passes]).as('chosen'))
    .select([...dimensions, ...totals])
    .groupByRaw('grouping sets ((topic_id), (status, priority), (owner_id), (assignee_id))');
  return db
    .from(counted.as('counted'))
    .leftJoin('topics', 'topics.id', 'topicId')
    .leftJoin('users', 'users.id', db.raw('coalesce(owner_id, assignee_id)'))
    .select([...dimensions, 'topics.name as topic', 'topics.department', db.raw(`first_name || ' ' || last_name as person`)])
    .select(filterGroups.map((group) => `for_${group} as ${group}`));
}

const byName = new Intl.Collator('es-MX').compare;

export async function countFacets(db: Knex, base: Knex.QueryBuilder, filters: Filters): Promise<Facets> {
  const rows = await count(db, base, filters);
  function summed<Name extends string>(group: FilterGroup, nameOf: (row: Counted) => Name | null): Map<Name, number> {
    const totals = new Map<Name, number>();
    for (const row of rows) {
      const name = nameOf(row);
      if (name !== null && row[group] > 0) totals.set(name, (totals.get(name) ?? 0) + row[group]);
    }
    return totals;
  }
  const named = (group: FilterGroup, nameOf: (row: Counted) => string | null) =>
    [...summed(group, nameOf)].map(([name, total]) => ({ name, total })).sort((a, b) => byName(a.name, b.name));
  const listed = <Name extends string>(group: FilterGroup, all: readonly Name[], nameOf: (row: Counted) => Name | null) => {
    const totals = summed(group, nameOf);
    return all.flatMap((name) => (totals.has(name) ? [{ name, total: totals.get(name) as number }] : []));
  };
  const people = (group: 'owners' | 'assignees', idOf: (row: Counted) => number | null) =>
    rows
      .flatMap((row) => (idOf(row) !== null && row[group] > 0 ? [{ id: idOf(row) as number, name: row.person, total: row[group] }] : []))
      .sort((a, b) => byName(a.name, b.name) || a.id - b.id);
  return {
    topics: named('topics', ({ topicId, topic }) => (topicId === null ? null : topic)),
    departments: named('departments', ({ topicId, department }) => (topicId === null ? null : department)),
    statuses: listed('statuses', statuses, ({ status }) => status),
    priorities: listed('priorities', priorities, ({ status, priority }) => (status === null ? null : priority)),
    owners: people('owners', ({ ownerId }) => ownerId),
    assignees: people('assignees', ({ assigneeId }) => assigneeId),
  };
}
