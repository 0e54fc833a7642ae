import type { Knex } from 'knex';
import { type Activity, openStatuses, type Priority, type Status } from '../domain/activity/activity.ts';
import { deadlineOf } from '../domain/activity/deadline.ts';
import { searchWordsIn } from '../domain/activity/search.ts';
import type { UrgencyMark } from '../domain/activity/urgency.ts';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Punctuality, VerificationClock } from '../domain/reports/punctuality.ts';
import {
  byFilterGroup,
  COUNTED_HITS_MAX,
  type FilterGroup,
  type Filters,
  type FilterValue,
  filterGroups,
  filterGroupValues,
  noFilters,
  type Page,
  type PersonGroup,
  type Scope,
} from '../domain/reports/report.ts';
import { normalise } from '../domain/text.ts';
import * as sql from './activity-views.sql.ts';
import { type SearchQuery, searchQuery, withinScope } from './search-query.ts';
import { execute, firstRow } from './statement.ts';

const BATCH = 500;

/** How many activities of one status a group has. */
export interface GroupCount<Name extends string = string> {
  name: Name;
  status: Status;
  total: number;
}

/** How many activities one responsible has. */
interface PersonCount {
  id: number;
  name: string;
  total: number;
  late: number;
  week: number;
}

export interface Facet<Name = string> {
  name: Name;
  total: number;
}
export interface PersonFacet extends Facet {
  id: number;
}
/** By group, what there is to choose and how many activities each choice would show; nothing that would show none. */
export type Facets = { [Group in FilterGroup]: Group extends PersonGroup ? PersonFacet[] : Facet<FilterValue<Group>>[] };

/** Due work of one punctuality: of a topic, of a responsible, or of a deadline; the others are null. */
export interface PunctualityCount {
  topicId: number | null;
  topic: string;
  department: string;
  assigneeId: number | null;
  person: string;
  deadlineOn: CalendarDate | null;
  punctuality: Punctuality;
  total: number;
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
  /** Without filters. */
  counted: number;
  /** A bit for each word of the group; null in rows that count another group. */
  urgenciesMarks: number | null;
}

const wordsIn = (marks: number | null, words: readonly string[]) => words.filter((_, place) => (marks ?? 0) & (2 ** place));

/** The values that a row counts in each group; null in rows that count another group. */
const valuesIn: Record<FilterGroup, (row: FacetRow) => string | number | null | string[]> = {
  topics: ({ topicId, topic }) => topicId && topic,
  departments: ({ topicId, department }) => topicId && department,
  statuses: ({ status }) => status,
  priorities: ({ status, priority }) => status && priority,
  owners: ({ ownerId }) => ownerId,
  assignees: ({ assigneeId }) => assigneeId,
  urgencies: ({ urgenciesMarks }) => wordsIn(urgenciesMarks, filterGroupValues.urgencies),
};

const byName = new Intl.Collator('es-MX').compare;

/** Words in the order of their list, names and people by name. */
function facetOf(group: FilterGroup, rows: readonly FacetRow[]) {
  const totals = new Map<string | number, Facet & { id?: number }>();
  for (const row of rows) {
    for (const value of [valuesIn[group](row)].flat()) {
      if (value === null || row[group] === 0) continue;
      const total = (totals.get(value)?.total ?? 0) + row[group];
      totals.set(value, typeof value === 'number' ? { id: value, name: row.person, total } : { name: value, total });
    }
  }
  const words = filterGroupValues[group];
  if (typeof words !== 'string') return words.flatMap((word) => totals.get(word) ?? []);
  return [...totals.values()].sort((a, b) => byName(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0));
}
const facetsOf = (rows: readonly FacetRow[]) => byFilterGroup<Facets>((group) => facetOf(group, rows));

/** Values of the conditions on the filter groups: people as `ownersIds` and `ownersNames`, names of topics as they are compared. */
function filterValuesOf(filters: Filters): Record<string, unknown> {
  const values: [string, readonly unknown[]][] = filterGroups.flatMap((group) => {
    const all: readonly (string | number)[] = filters[group];
    if (filterGroupValues[group] !== 'person') return [[`${group}Filter`, group === 'topics' ? filters.topics.map(normalise) : [...all]]];
    const isId = (value: string | number) => typeof value === 'number';
    return [
      [`${group}Ids`, all.filter(isId)],
      [`${group}Names`, all.filter((value) => !isId(value))],
    ];
  });
  return Object.fromEntries(values);
}

/** Lists and figures over many activities. All of them read one `Selection`, so that they agree (docs/product.md, 4). */
export const activityReportsOn = (db: Knex, zone: string) => {
  const queries = new WeakMap<sql.Selection, Promise<SearchQuery>>();
  /** Made once for all statements about a selection. */
  async function queryOf(selection: sql.Selection): Promise<SearchQuery | null> {
    const words = searchWordsIn(selection.search);
    if (words.length === 0) return null;
    const query = queries.get(selection) ?? searchQuery(db, words);
    queries.set(selection, query);
    return withinScope(await query, selection);
  }
  const valuesOf = async (selection: sql.Selection) => {
    const { readerId, statuses: chosen, range, punctuality, batch, filters, today } = selection;
    return {
      zone,
      today,
      readerId,
      statuses: [...chosen],
      from: range?.from ?? null,
      to: range?.to ?? null,
      punctuality: punctuality ? [...punctuality] : null,
      batch: batch ?? null,
      ...(await queryOf(selection)),
      ...filterValuesOf(filters),
    };
  };
  const read = async <Row>(text: string, selection: sql.Selection, values: Record<string, unknown> = {}): Promise<Row[]> =>
    (await execute<Row>(db, text, { ...(await valuesOf(selection)), ...values })).rows;

  async function* batchesOf<Row extends Pick<Activity, 'id' | 'dueOn' | 'extendedTo'>>(
    selection: sql.Selection,
    columns: 'facts' | 'line',
    size: number,
  ): AsyncGenerator<Row[]> {
    for (let last: Row | undefined; ; ) {
      const after = { after: last?.id ?? null, afterDeadline: last ? deadlineOf(last) : null };
      const batch: Row[] = await read(sql.batchOf(selection, columns, !last), selection, { ...after, limit: size });
      yield batch;
      if (batch.length < size) return;
      last = batch.at(-1);
    }
  }

  return {
    page: (selection: sql.Selection, { page, size, sort }: Page): Promise<sql.ActivityFacts[]> =>
      read(sql.pageOf(selection, sort), selection, { limit: size, offset: (page - 1) * size }),

    /** How many there are, and how many of them are overdue; of a search with more than `COUNTED_HITS_MAX`, so many and some of them. */
    async count(selection: sql.Selection): Promise<{ total: number; late: number; hasMore: boolean }> {
      const { total, late } = await firstRow<{ total: number; late: number }>(db, sql.countOf(selection), await valuesOf(selection));
      const hasMore = sql.isCountedOnlyInPart(total, selection);
      return { total: hasMore ? COUNTED_HITS_MAX : total, late, hasMore };
    },

    countUrgencies: async (selection: sql.Selection): Promise<Record<UrgencyMark, number>> =>
      firstRow(db, sql.urgencyCountsOf(selection), await valuesOf(selection)),

    /** All of them, the newest first, some hundred at a time: memory does not grow with the report. */
    batches: (selection: sql.Selection, size = BATCH) => batchesOf<sql.ActivityFacts>(selection, 'facts', size),
    /** The same with what a line of a report says. */
    lines: (selection: sql.Selection) => batchesOf<sql.ActivityLine>(selection, 'line', BATCH),

    async countByStatus(selection: sql.Selection): Promise<Partial<Record<Status, number>>> {
      const rows = await read<{ status: Status; total: number }>(sql.statusCountsOf(selection), selection);
      return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
    },

    countByPerson: (selection: sql.Selection): Promise<PersonCount[]> => read(sql.personCountsOf(selection), selection),
    countByDepartment: (selection: sql.Selection): Promise<GroupCount[]> => read(sql.departmentCountsOf(selection), selection),
    /** Due work by its deadline, the earliest first. */
    countByDeadline: (selection: sql.Selection): Promise<GroupCount<CalendarDate>[]> => read(sql.deadlineCountsOf(selection), selection),
    countPunctuality: (selection: sql.Selection): Promise<PunctualityCount[]> => read(sql.punctualityCountsOf(selection), selection),
    readVerificationClock: async (selection: sql.Selection): Promise<VerificationClock> =>
      firstRow(db, sql.verificationClockOf(selection), await valuesOf(selection)),

    /** How many activities each value of each group would show, under the other groups' filters. */
    async facets(selection: sql.Selection): Promise<Facets & { hasMore: boolean }> {
      const rows = await read<FacetRow>(sql.facetCountsOf(selection), selection);
      const counted = rows.reduce((sum, row) => sum + (row.topicId === null ? 0 : row.counted), 0);
      const hasMore = sql.isCountedOnlyInPart(counted, selection);
      // Counts of a part of the hits would hide values; those without the search hide none, and their plan never visits a text.
      return {
        ...facetsOf(hasMore ? await read(sql.facetCountsOf({ ...selection, search: '' }), { ...selection, search: '' }) : rows),
        hasMore,
      };
    },

    /** The business day the oldest open activity of a scope was registered. */
    async oldestOpen(scope: Scope, readerId: number, today: CalendarDate): Promise<CalendarDate | null> {
      const everything = { scope, readerId, statuses: openStatuses, range: null, filters: noFilters, search: '', today };
      const [row] = await read<{ oldestOn: CalendarDate | null }>(sql.oldestOf(everything), everything);
      return row?.oldestOn ?? null;
    },
  };
};
