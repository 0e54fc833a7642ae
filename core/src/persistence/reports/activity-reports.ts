import type { Knex } from 'knex';
import { type Activity, isOpen, openStatuses, type Status } from '../../domain/activities/activity.ts';
import { deadlineOf, type UrgencyMark } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Punctuality, VerificationClock } from '../../domain/reports/punctuality.ts';
import {
  COUNTED_HITS_MAX,
  type FilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  isUsualSort,
  noFilters,
  type Page,
  type PersonGroup,
  type Scope,
  type Sort,
} from '../../domain/reports/report.ts';
import { normalise } from '../../domain/text.ts';
import { queryValues, searchQuery, withinScope } from '../activities/activity-search.ts';
import { ACTIVITIES, type ActivityFacts, type ActivityLine } from '../activities/activity-views.sql.ts';
import { type EncodedField, EncodedRows } from '../activities/encoded-rows.sql.ts';
import { execute } from '../database/statement.ts';
import { facetQuery } from './facets.sql.ts';
import { buildFacets, type FacetChoice, type FacetRow, type Facets } from './facets.ts';
import * as figures from './figures.sql.ts';
import * as pages from './pages.sql.ts';
import type { QueriedSelection, Selection } from './selection.sql.ts';

const BATCH = 500;
/** So many rows of an order are looked through one by one for the words of a search. */
const FIRST_ROWS = 2_500;
/** So many rows are looked through where a quarter of them has enough hits to expect a page of counted ones. */
const MORE_ROWS = 10_000;

/** How many activities of one status a group has. */
export interface GroupCount<Name extends string = string> {
  name: Name;
  status: Status;
  total: number;
}

/** How many of them an import brought as finished. */
interface ImportedCount {
  imported: number;
}
/** How many activities of one status there are. */
type StatusCount = Pick<GroupCount, 'status' | 'total'> & ImportedCount;

/** How many activities one responsible has. */
interface PersonCount {
  id: number;
  name: string;
  total: number;
  late: number;
  week: number;
}

/** Due work by punctuality: of a topic, of a responsible, or of a deadline; the others are null. */
export interface PunctualityCount extends Record<Punctuality, number> {
  topicId: number | null;
  topic: string;
  department: string;
  assigneeId: number | null;
  person: string;
  deadlineOn: CalendarDate | null;
}

/** Values of the conditions on the filter groups: people as `ownersIds` and `ownersNames`, names of topics as they are compared. */
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
  /** With its query, which is made once for all statements about a selection. */
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

  /** The first hits of a search in its usual order; null where no index has that order. */
  async function findFirstHits(selection: QueriedSelection, sort: Sort, limit: number): Promise<SearchHits | null> {
    const { scope, statuses, dating } = selection;
    // No index has one person's closed work by day.
    if (!selection.query || !isUsualSort(sort, statuses, dating) || (scope === 'mine' && sort.column !== 'urgency')) return null;
    const [walked] = await readQueried<SearchHits>((each) => pages.walkQuery(each, sort), selection, { limit, rows: firstRows, skip: 0 });
    return walked ?? null;
  }

  interface SearchHits {
    ids: number[];
    isAll: boolean;
  }
  async function readFactsInOrder(ids: readonly number[]): Promise<ActivityFacts[]> {
    if (ids.length === 0) return [];
    const { rows } = await execute<ActivityFacts>(db, ACTIVITIES, [ids]);
    const places = new Map(ids.map((id, place) => [id, place]));
    return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  }

  const hitsBySelection = new WeakMap<Selection, Promise<QueriedSelection>>();
  /** With the newest hits of a search, one more than are counted; found once for all statements about a selection. */
  function addHits(selection: Selection): Promise<QueriedSelection> {
    const find = async () => findNewestHits(await addQuery(selection));
    const result = hitsBySelection.get(selection) ?? find();
    hitsBySelection.set(selection, result);
    return result;
  }
  /** In bounded time: of a search that finds very much, some of the newest hits. */
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
    // The index alone finds the work of one person well.
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
  /** Counted once for all statements about a selection. */
  function countSelection(selection: Selection): Promise<SelectionCount> {
    const count = async () => {
      const ofHits = await addHits(selection);
      const [{ total, late } = { total: 0, late: 0 }] = await readQueried<Omit<SelectionCount, 'hasMore'>>(figures.countQuery, ofHits);
      return { total: ofHits.hits ? Math.min(total, hitsMax) : total, late, hasMore: ofHits.hasMoreHits ?? false };
    };
    const result = counts.get(selection) ?? count();
    counts.set(selection, result);
    return result;
  }

  /** Every value that may show some of a selection's activities. */
  async function readChoices({ scope, readerId, statuses }: Selection): Promise<Record<FilterGroup, FacetChoice[]>> {
    const { rows } = await execute<{ group: FilterGroup; id: number; name: string; department: string }>(db, pages.CHOICES);
    const of = (groupName: FilterGroup) => rows.filter(({ group }) => group === groupName);
    const people = (group: PersonGroup, isReaderAlone: boolean) =>
      of(group).flatMap(({ id, name }) => (isReaderAlone && id !== readerId ? [] : [{ id, name, total: 0 }]));
    const choicesNamed = (names: readonly string[]) => [...new Set(names)].map((name) => ({ name, total: 0 }));
    return {
      topics: choicesNamed(of('topics').map(({ name }) => name)),
      departments: choicesNamed(of('topics').map(({ department }) => department)),
      statuses: choicesNamed(statuses),
      priorities: choicesNamed(filterGroupValues.priorities),
      owners: people('owners', scope === 'assignedByMe'),
      assignees: people('assignees', scope === 'mine'),
      urgencies: choicesNamed(statuses.some(isOpen) ? filterGroupValues.urgencies : []),
    };
  }

  async function* readBatches<Row extends Pick<Activity, 'id' | 'dueOn' | 'extendedTo'>>(
    selection: Selection,
    columns: 'facts' | 'line',
    size: number,
  ): AsyncGenerator<Row[]> {
    for (let last: Row | undefined; ; ) {
      const after = { after: last?.id ?? null, afterDeadline: last ? deadlineOf(last) : null };
      const isFirst = !last;
      const batch: Row[] = await read((each) => pages.batchQuery(each, columns, isFirst), selection, { ...after, limit: size });
      yield batch;
      if (batch.length < size) return;
      last = batch.at(-1);
    }
  }

  return {
    /**
     * A search has pages as far as it is counted. In another order than the usual one they are of the newest hits alone. In the usual
     * order the hits among the first rows come first, then the newest others. So no page repeats a row of another.
     */
    async page(selection: Selection, { page, size, sort }: Page): Promise<ActivityFacts[]> {
      const offset = (page - 1) * size;
      if (selection.words.length === 0) return read((each) => pages.pageQuery(each, sort), selection, { limit: size, offset });
      const limit = Math.max(0, Math.min(size, hitsMax - offset));
      const first = await findFirstHits(await addQuery(selection), sort, offset + limit);
      const ids = first?.ids ?? [];
      const firstRowsOfPage = await readFactsInOrder(ids.slice(offset));
      if (first?.isAll || (first && ids.length === offset + limit)) return firstRowsOfPage;
      const ofHits = await addHits(selection);
      const isFirst = new Set(ids);
      const hits = ofHits.hits?.slice(0, hitsMax).filter((id) => !isFirst.has(id));
      const values = { limit: limit - firstRowsOfPage.length, offset: Math.max(0, offset - ids.length) };
      const otherRows = await readQueried<ActivityFacts>((each) => pages.pageQuery(each, sort), { ...ofHits, hits }, values);
      return [...firstRowsOfPage, ...otherRows];
    },

    /** The same without a search, in its reader's words. */
    async encodedPage(selection: Selection, { page, size, sort }: Page, fields: readonly EncodedField[]): Promise<EncodedRows> {
      const values = { limit: size, offset: (page - 1) * size };
      const [row] = await read<EncodedRows>((each) => pages.encodedPageQuery(each, sort, fields), selection, values);
      return new EncodedRows(row as EncodedRows);
    },

    /** How many there are, and how many of them are overdue. With `hasMore`, a search has more hits than these, about the newest. */
    count: countSelection,

    countUrgencies: (selection: Selection): Promise<Record<UrgencyMark, number>> => readFirst(figures.urgencyQuery, selection),

    /** All of them, the newest first, some hundred at a time: memory does not grow with the report. */
    batches: (selection: Selection, size = BATCH) => readBatches<ActivityFacts>(selection, 'facts', size),
    /** The same with what a line of a report says. */
    lines: (selection: Selection) => readBatches<ActivityLine>(selection, 'line', BATCH),

    countByStatus: (selection: Selection): Promise<StatusCount[]> => read(figures.statusQuery, selection),
    countByPerson: (selection: Selection): Promise<PersonCount[]> => read(figures.personQuery, selection),
    countByDepartment: (selection: Selection): Promise<GroupCount[]> => read(figures.departmentQuery, selection),
    /** Due work by its deadline, the earliest first. */
    countByDeadline: (selection: Selection): Promise<(GroupCount<CalendarDate> & ImportedCount)[]> =>
      read(figures.deadlineQuery, selection),
    countDueImported: async (selection: Selection): Promise<number> =>
      (await readFirst<{ total: number }>(figures.dueImportedQuery, selection)).total,

    countPunctuality: (selection: Selection): Promise<PunctualityCount[]> => read(figures.punctualityQuery, selection),
    readVerificationClock: (selection: Selection): Promise<VerificationClock> => readFirst(figures.verificationClockQuery, selection),

    /**
     * How many activities each value of each group would show, under the other groups' filters. With `hasMore` a search has more hits than these,
     * and every other value that may show some has none.
     */
    async facets(selection: Selection): Promise<Facets & { hasMore: boolean }> {
      const { hits, hasMoreHits: hasMore = false } = await findNewestHits({ ...(await addQuery(selection)), filters: noFilters });
      const rows = await readQueried<FacetRow>(facetQuery, { ...(await addQuery(selection)), hits });
      return { ...buildFacets(rows, hasMore ? await readChoices(selection) : null), hasMore };
    },

    /** The business day the oldest open activity of a scope was registered. */
    async oldestOpen(scope: Scope, readerId: number, today: CalendarDate): Promise<CalendarDate | null> {
      const everything = { scope, readerId, statuses: openStatuses, range: null, filters: noFilters, words: [], today };
      const [row] = await read<{ oldestOn: CalendarDate | null }>(figures.oldestQuery, everything);
      return row?.oldestOn ?? null;
    },
  };
};
