import type { Knex } from 'knex';
import { openStatuses, type Priority, priorities, type Status, statuses } from '../domain/activity/activity.ts';
import { undeliveredStatuses } from '../domain/activity/deadline.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import { type FilterGroup, noFilters, type Page, type Scope } from '../domain/reports/report.ts';
import { normalise } from '../domain/text.ts';
import * as sql from './activity-views.sql.ts';
import { execute, firstRow, literally } from './statement.ts';

const BATCH = 500;

/** How many activities of one status a group has. */
export interface GroupCount<Name extends string = string> {
  name: Name;
  status: Status;
  total: number;
}

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

interface FacetRow extends Record<FilterGroup, number> {
  topicId: number | null;
  topic: string;
  department: string;
  status: Status | null;
  priority: Priority;
  ownerId: number | null;
  assigneeId: number | null;
  person: string;
}

const byName = new Intl.Collator('es-MX').compare;

function facetsOf(rows: readonly FacetRow[]): Facets {
  function summed<Name extends string>(group: FilterGroup, nameOf: (row: FacetRow) => Name | null): Map<Name, number> {
    const totals = new Map<Name, number>();
    for (const row of rows) {
      const name = nameOf(row);
      if (name !== null && row[group] > 0) totals.set(name, (totals.get(name) ?? 0) + row[group]);
    }
    return totals;
  }
  const byWord = (group: FilterGroup, nameOf: (row: FacetRow) => string | null) =>
    [...summed(group, nameOf)].map(([name, total]) => ({ name, total })).sort((a, b) => byName(a.name, b.name));
  const inOrder = <Name extends string>(group: FilterGroup, all: readonly Name[], nameOf: (row: FacetRow) => Name | null) => {
    const totals = summed(group, nameOf);
    return all.flatMap((name) => (totals.has(name) ? [{ name, total: totals.get(name) as number }] : []));
  };
  const people = (group: 'owners' | 'assignees', idOf: (row: FacetRow) => number | null) =>
    rows
      .flatMap((row) => (idOf(row) !== null && row[group] > 0 ? [{ id: idOf(row) as number, name: row.person, total: row[group] }] : []))
      .sort((a, b) => byName(a.name, b.name) || a.id - b.id);
  return {
    topics: byWord('topics', ({ topicId, topic }) => (topicId === null ? null : topic)),
    departments: byWord('departments', ({ topicId, department }) => (topicId === null ? null : department)),
    statuses: inOrder('statuses', statuses, ({ status }) => status),
    priorities: inOrder('priorities', priorities, ({ status, priority }) => (status === null ? null : priority)),
    owners: people('owners', ({ ownerId }) => ownerId),
    assignees: people('assignees', ({ assigneeId }) => assigneeId),
  };
}

const idsIn = (people: readonly (number | string)[]) => people.filter((person) => typeof person === 'number');
const namesIn = (people: readonly (number | string)[]) => people.filter((person) => typeof person === 'string');

/** Lists and figures over many activities. All of them read one `Selection`, so that they agree (docs/product.md, 4). */
export const activityReportsOn = (db: Knex, zone: string) => {
  const valuesOf = ({ readerId, statuses: chosen, range, filters, search }: sql.Selection) => ({
    zone,
    readerId,
    statuses: [...chosen],
    from: range?.from ?? null,
    to: range?.to ?? null,
    pattern: literally(normalise(search)),
    topics: filters.topics.map(normalise),
    departments: [...filters.departments],
    filterStatuses: [...filters.statuses],
    priorities: [...filters.priorities],
    ownerIds: idsIn(filters.owners),
    ownerNames: namesIn(filters.owners),
    assigneeIds: idsIn(filters.assignees),
    assigneeNames: namesIn(filters.assignees),
  });
  const read = async <Row>(text: string, selection: sql.Selection, values: Record<string, unknown> = {}): Promise<Row[]> =>
    (await execute<Row>(db, text, { ...valuesOf(selection), ...values })).rows;

  async function* batchesOf<Row extends { id: number }>(selection: sql.Selection, columns: 'facts' | 'line'): AsyncGenerator<Row[]> {
    for (let after: number | null = null; ; ) {
      const batch: Row[] = await read(sql.batchOf(selection, columns, after === null), selection, { after, limit: BATCH });
      yield batch;
      if (batch.length < BATCH) return;
      after = (batch.at(-1) as Row).id;
    }
  }

  return {
    page: (selection: sql.Selection, { page, size, sort }: Page): Promise<sql.ActivityFacts[]> =>
      read(sql.pageOf(selection, sort), selection, { limit: size, offset: (page - 1) * size }),

    /** How many there are, and how many of them are overdue on that day. */
    count: (selection: sql.Selection, today: CalendarDate): Promise<{ total: number; late: number }> =>
      firstRow(db, sql.countOf(selection), { ...valuesOf(selection), today, undelivered: [...undeliveredStatuses] }),

    /** All of them, the newest first, some hundred at a time: memory does not grow with the report. */
    batches: (selection: sql.Selection) => batchesOf<sql.ActivityFacts>(selection, 'facts'),
    /** The same with what a line of a report says. */
    lines: (selection: sql.Selection) => batchesOf<sql.ActivityLine>(selection, 'line'),

    async countByStatus(selection: sql.Selection): Promise<Partial<Record<Status, number>>> {
      const rows = await read<{ status: Status; total: number }>(sql.statusCountsOf(selection), selection);
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
    },

    countByDepartment: (selection: sql.Selection): Promise<GroupCount[]> => read(sql.departmentCountsOf(selection), selection),
    countByWeek: (selection: sql.Selection): Promise<GroupCount<CalendarDate>[]> => read(sql.weekCountsOf(selection), selection),

    /** How many activities each value of each group would show, under the other groups' filters. */
    facets: async (selection: sql.Selection): Promise<Facets> => facetsOf(await read(sql.facetCountsOf(selection), selection)),

    /** The business day the oldest open activity of a scope was registered. */
    async oldestOpen(scope: Scope, readerId: number): Promise<CalendarDate | null> {
      const everything = { scope, readerId, statuses: openStatuses, range: null, filters: noFilters, search: '' };
      const [row] = await read<{ oldestOn: CalendarDate | null }>(sql.oldestOf(everything), everything);
      return row?.oldestOn ?? null;
    },
  };
};
