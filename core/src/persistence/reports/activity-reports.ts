import type { Knex } from 'knex';
import { type Activity, isOpen, openStatuses, type Status } from '../../domain/activities/activity.ts';
import { effectiveDeadline, type UrgencyMark } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { DueWork, PastWork } from '../../domain/reports/forecast.ts';
import type { Punctuality, VerificationClock } from '../../domain/reports/punctuality.ts';
import {
  COUNTED_HITS_MAX,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  isUsualSort,
  listSort,
  noFilters,
  type Page,
  type PersonGroup,
  type Scope,
  type Sort,
} from '../../domain/reports/report.ts';
import { normalise } from '../../domain/text.ts';
import { queryValues, searchQuery, withinScope } from '../activities/activity-search.ts';
import { ACTIVITIES_IN_ORDER, type ActivityFacts, type ActivityLine, encodedPageQuery } from '../activities/activity-views.sql.ts';
import { type EncodedField, EncodedRows } from '../activities/encoded-rows.sql.ts';
import { storedUrgency } from '../activities/urgency.sql.ts';
import { execute } from '../database/statement.ts';
import { facetQuery } from './facets.sql.ts';
import { buildFacets, type FacetChoice, type FacetRow, type Facets } from './facets.ts';
import * as figures from './figures.sql.ts';
import * as pages from './pages.sql.ts';
import { type QueriedSelection, type Selection, splitOpenAndClosed } from './selection.sql.ts';

const BATCH = 500;
/** A search for common words first compares this many rows of an order one by one. */
const FIRST_ROWS = 2_500;
/** It compares this many where the first rows had so many hits that these rows probably fill the count. */
const MORE_ROWS = 10_000;

export interface GroupCount<Name extends string = string> {
  name: Name;
  status: Status;
  total: number;
}

interface ImportedCount {
  imported: number;
}
type StatusCount = Pick<GroupCount, 'status' | 'total'> & ImportedCount;

interface PersonCount {
  id: number;
  name: string;
  total: number;
  late: number;
  week: number;
}

/** Counts the due work of a topic, of a responsible, or of a deadline; the fields of the other two are null. */
export interface PunctualityCount extends Record<Punctuality, number> {
  topicId: number | null;
  topic: string;
  department: string;
  assigneeId: number | null;
  person: string;
  deadlineOn: CalendarDate | null;
}

/** Returns what `filterConditions` names. People are chosen by id or by name, so their groups have two values, such as `ownersIds` and `ownersNames`. */
function filterValues(filters: Filters): Record<string, unknown> {
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
export const activityReportsOn = (db: Knex, zone: string, { firstRows = FIRST_ROWS, hitsMax = COUNTED_HITS_MAX } = {}) => {
  const queries = new WeakMap<Selection, Promise<QueriedSelection>>();
  /** Adds the query of its words to a selection. The statements about one selection share it, because it costs a round trip. */
  function addQuery(selection: Selection): Promise<QueriedSelection> {
    const make = async () => ({
      ...selection,
      query: selection.words.length > 0 ? withinScope(await searchQuery(db, selection.words), selection) : null,
    });
    const result = queries.get(selection) ?? make();
    queries.set(selection, result);
    return result;
  }
  const selectionValues = ({
    readerId,
    absentIds = [],
    statuses,
    range,
    punctuality,
    batch,
    filters,
    today,
    query,
    hits,
  }: QueriedSelection) => ({
    zone,
    today,
    readerId,
    absentIds: [...absentIds],
    statuses: [...statuses],
    from: range?.from ?? null,
    to: range?.to ?? null,
    punctuality: punctuality ? [...punctuality] : null,
    batch: batch ?? null,
    hits: hits ?? null,
    ...(query && queryValues(query)),
    ...filterValues(filters),
  });
  type Statement = (selection: QueriedSelection) => string;
  type Values = Record<string, unknown>;
  const readQueried = async <Row>(statement: Statement, selection: QueriedSelection, values: Values = {}) =>
    (await execute<Row>(db, statement(selection), { ...selectionValues(selection), ...values })).rows;
  const read = async <Row>(statement: Statement, selection: Selection, values: Values = {}): Promise<Row[]> =>
    readQueried(statement, await addQuery(selection), values);
  const readFirst = async <Row>(statement: Statement, selection: Selection): Promise<Row> =>
    (await read<Row>(statement, selection))[0] as Row;

  /** Finds the first hits of a search in its usual order; null where no index has that order. */
  async function findFirstHits(selection: QueriedSelection, sort: Sort, limit: number): Promise<SearchHits | null> {
    const { scope, statuses, dating } = selection;
    // One person's work has no index by day.
    if (!selection.query || !isUsualSort(sort, statuses, dating) || (scope === 'mine' && sort.column !== 'urgency')) return null;
    const [walked] = await readQueried<SearchHits>((each) => pages.walkQuery(each, sort), selection, { limit, rows: firstRows, skip: 0 });
    return walked ?? null;
  }

  interface SearchHits {
    ids: number[];
    isAll: boolean;
  }
  async function readFactsInOrder(ids: number[]): Promise<ActivityFacts[]> {
    if (ids.length === 0) return [];
    return (await execute<ActivityFacts>(db, ACTIVITIES_IN_ORDER, { ids })).rows;
  }

  const readPageIds = async (selection: QueriedSelection, sort: Sort, values: { limit: number; offset: number }): Promise<number[]> =>
    (await readQueried<{ id: number }>((each) => pages.pageQuery(each, sort), selection, values)).map(({ id }) => id);

  const hitsBySelection = new WeakMap<Selection, Promise<QueriedSelection>>();
  /** Adds the newest hits of a search to a selection. The statements about one selection share them. */
  function addHits(selection: Selection): Promise<QueriedSelection> {
    const find = async () => findNewestHits(await addQuery(selection));
    const result = hitsBySelection.get(selection) ?? find();
    hitsBySelection.set(selection, result);
    return result;
  }
  /**
   * Finds the newest hits, one more than are counted. It compares the newest rows one by one while they have many hits, and otherwise asks
   * the index of words. Its time is bounded, so of a search with very many hits it finds some of the newest.
   */
  async function findNewestHits(selection: QueriedSelection): Promise<QueriedSelection> {
    const { query, scope } = selection;
    if (!query) return selection;
    const limit = hitsMax + 1;
    const within = ({ ids, isAll }: SearchHits) => ({
      ...selection,
      hits: ids.slice(0, limit),
      hasMoreHits: !isAll || ids.length >= limit,
    });
    const isIndexed = query.indexed.length > 0;
    let walked: SearchHits = { ids: [], isAll: false };
    // One person's work is few rows of the index, so the index alone is quick.
    for (const [skip, rows] of scope === 'mine'
      ? []
      : ([
          [0, firstRows],
          [firstRows, MORE_ROWS],
        ] as const)) {
      const isWorthMore = skip === 0 || !isIndexed || walked.ids.length * MORE_ROWS >= limit * firstRows;
      if (!isWorthMore) break;
      const values = { limit: limit - walked.ids.length, rows: rows - skip, skip };
      const [next] = await readQueried<SearchHits>(pages.newestWalkQuery, selection, values);
      if (next) walked = { ids: [...walked.ids, ...next.ids], isAll: next.isAll };
      if (walked.isAll || walked.ids.length === limit) return within(walked);
    }
    if (!isIndexed && query.marks.length === 0) return within(walked);
    const [hits = walked] = await readQueried<SearchHits>((each) => pages.newestHitsQuery(each, query), selection, { limit });
    return within(hits.isAll ? hits : { ids: [...new Set([...walked.ids, ...hits.ids])], isAll: false });
  }

  interface SelectionCount {
    total: number;
    late: number;
    hasMore: boolean;
  }
  const counts = new WeakMap<Selection, Promise<SelectionCount>>();
  function countSelection(selection: Selection): Promise<SelectionCount> {
    const count = async () => {
      const withHits = await addHits(selection);
      const [{ total, late } = { total: 0, late: 0 }] = await readQueried<Omit<SelectionCount, 'hasMore'>>(figures.countQuery, withHits);
      return { total: withHits.hits ? Math.min(total, hitsMax) : total, late, hasMore: withHits.hasMoreHits ?? false };
    };
    const result = counts.get(selection) ?? count();
    counts.set(selection, result);
    return result;
  }

  async function readChoices({ scope, readerId, statuses }: Selection): Promise<Record<FilterGroup, FacetChoice[]>> {
    const { rows } = await execute<{ group: FilterGroup; id: number; name: string; department: string }>(db, pages.CHOICES);
    const selectRows = (groupName: FilterGroup) => rows.filter(({ group }) => group === groupName);
    const people = (group: PersonGroup, isReaderAlone: boolean) =>
      selectRows(group).flatMap(({ id, name }) => (isReaderAlone && id !== readerId ? [] : [{ id, name, total: 0 }]));
    const nameChoices = (names: readonly string[]) => [...new Set(names)].map((name) => ({ name, total: 0 }));
    return {
      topics: nameChoices(selectRows('topics').map(({ name }) => name)),
      departments: nameChoices(selectRows('topics').map(({ department }) => department)),
      statuses: nameChoices(statuses),
      priorities: nameChoices(filterGroupValues.priorities),
      owners: people('owners', scope === 'assignedByMe'),
      assignees: people('assignees', scope === 'mine'),
      urgencies: nameChoices(statuses.some(isOpen) ? filterGroupValues.urgencies : []),
    };
  }

  type BatchRow = Pick<Activity, 'id' | 'status' | 'rejectedAt' | 'dueOn' | 'extendedTo'>;
  async function* readPart<Row extends BatchRow>(selection: Selection, columns: 'facts' | 'line', size: number): AsyncGenerator<Row[]> {
    for (let last: Row | undefined; ; ) {
      const after = last && {
        after: last.id,
        afterDeadline: effectiveDeadline(last),
        afterUrgency: storedUrgency(last, selection.scope === 'mine'),
      };
      const batch: Row[] = await read((each) => pages.batchQuery(each, columns, !after), selection, { ...after, limit: size });
      yield batch;
      if (batch.length < size) return;
      last = batch.at(-1);
    }
  }
  /** Reads open work by urgency and closed work after it, or all by its day. */
  async function* readBatches<Row extends BatchRow>(selection: Selection, columns: 'facts' | 'line', size: number): AsyncGenerator<Row[]> {
    const parts = listSort(selection).column === 'urgency' ? splitOpenAndClosed(selection) : [selection];
    for (const part of parts) yield* readPart<Row>(part, columns, size);
  }

  return {
    /**
     * Reads one page. A search has pages as far as its hits are counted. In the usual order a page has the hits among the first rows, then
     * the newest of the others, so that no page repeats a row of another. In other orders it has the newest hits alone.
     */
    async page(selection: Selection, { page, size, sort }: Page): Promise<ActivityFacts[]> {
      const offset = (page - 1) * size;
      if (selection.words.length === 0)
        return readFactsInOrder(await readPageIds(await addQuery(selection), sort, { limit: size, offset }));
      const limit = Math.max(0, Math.min(size, hitsMax - offset));
      const first = await findFirstHits(await addQuery(selection), sort, offset + limit);
      const ids = first?.ids ?? [];
      const firstRowsOfPage = await readFactsInOrder(ids.slice(offset));
      if (first?.isAll || (first && ids.length === offset + limit)) return firstRowsOfPage;
      const withHits = await addHits(selection);
      const firstIds = new Set(ids);
      const hits = withHits.hits?.slice(0, hitsMax).filter((id) => !firstIds.has(id));
      const values = { limit: limit - firstRowsOfPage.length, offset: Math.max(0, offset - ids.length) };
      const otherRows = await readFactsInOrder(await readPageIds({ ...withHits, hits }, sort, values));
      return [...firstRowsOfPage, ...otherRows];
    },

    /** Reads one page without a search as the JSON of its reader. */
    async encodedPage(selection: Selection, { page, size, sort }: Page, fields: readonly EncodedField[]): Promise<EncodedRows> {
      const ids = await readPageIds(await addQuery(selection), sort, { limit: size, offset: (page - 1) * size });
      const values = { ids, today: selection.today };
      const { rows } = await execute<EncodedRows>(db, encodedPageQuery(fields), values, 'encodedPage');
      return new EncodedRows(rows[0] as EncodedRows);
    },

    /** Counts the activities and the overdue ones among them. With `hasMore`, a search has more hits, and about the newest are counted. */
    count: countSelection,

    countUrgencies: (selection: Selection): Promise<Record<UrgencyMark, number>> => readFirst(figures.urgencyQuery, selection),

    /** Reads all of them in their usual order, in batches, so that memory does not grow with the report. */
    batches: (selection: Selection, size = BATCH) => readBatches<ActivityFacts>(selection, 'facts', size),
    /** Reads all of them with the columns of a line of a report. */
    lines: (selection: Selection) => readBatches<ActivityLine>(selection, 'line', BATCH),

    countByStatus: (selection: Selection): Promise<StatusCount[]> => read(figures.statusQuery, selection),
    countByPerson: (selection: Selection): Promise<PersonCount[]> => read(figures.personQuery, selection),
    countByDepartment: (selection: Selection): Promise<GroupCount[]> => read(figures.departmentQuery, selection),
    /** Counts due work by its deadline, the earliest first. */
    countByDeadline: (selection: Selection): Promise<(GroupCount<CalendarDate> & ImportedCount)[]> =>
      read(figures.deadlineQuery, selection),
    countDueImported: async (selection: Selection): Promise<number> =>
      (await readFirst<{ total: number }>(figures.dueImportedQuery, selection)).total,

    countPunctuality: (selection: Selection): Promise<PunctualityCount[]> => read(figures.punctualityQuery, selection),
    countDeliveries: (selection: Selection): Promise<PastWork[]> => read(figures.deliveryQuery, selection),
    countUndelivered: (selection: Selection): Promise<DueWork[]> => read(figures.undeliveredQuery, selection),
    readVerificationClock: (selection: Selection): Promise<VerificationClock> => readFirst(figures.verificationClockQuery, selection),

    /**
     * Counts how many activities each value of each group would show under the filters of the other groups. With `hasMore` a search has more
     * hits than are counted, so every other value that may show some is listed with none.
     */
    async facets(selection: Selection): Promise<Facets & { hasMore: boolean }> {
      const { hits, hasMoreHits: hasMore = false } = await findNewestHits({ ...(await addQuery(selection)), filters: noFilters });
      const rows = await readQueried<FacetRow>(facetQuery, { ...(await addQuery(selection)), hits });
      return { ...buildFacets(rows, hasMore ? await readChoices(selection) : null), hasMore };
    },

    async oldestOpen(scope: Scope, readerId: number, today: CalendarDate): Promise<CalendarDate | null> {
      const openWork = { scope, readerId, statuses: openStatuses, range: null, filters: noFilters, words: [], today };
      const [row] = await read<{ oldestOn: CalendarDate | null }>(figures.oldestQuery, openWork);
      return row?.oldestOn ?? null;
    },
  };
};
