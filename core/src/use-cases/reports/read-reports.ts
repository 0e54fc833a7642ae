import { statuses as everyStatus, isOpen, type Status } from '../../domain/activities/activity.ts';
import type { UrgencyMark } from '../../domain/activities/deadline.ts';
import { parseSearchWords, type SearchMatch, type SearchWord } from '../../domain/activities/search.ts';
import { type CalendarDate, type DateRange, defaultRange, type OpenRange } from '../../domain/calendar.ts';
import { type Actor, assigneeName, ownerName } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Punctuality } from '../../domain/reports/punctuality.ts';
import {
  countedStatuses,
  type Figures,
  type Filters,
  listSort,
  narrowestScope,
  noFilters,
  PAGE_SIZE,
  type Page,
  pickFilters,
  type Scope,
  type ScopeMarks,
  type Sort,
  sumFigures,
  usualStatuses,
} from '../../domain/reports/report.ts';
import type { EncodedField, EncodedRows } from '../../persistence/activities/encoded-rows.sql.ts';
import type { Facets } from '../../persistence/reports/facets.ts';
import type { Selection } from '../../persistence/reports/selection.sql.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { type ActivityWithDays, withDays, withDeliverers } from '../activities/read-activity.ts';
import { suggestSearches } from '../activities/suggest-searches.ts';
import type { Context, UseCase } from '../use-case.ts';

interface RangeRequest {
  from?: CalendarDate | null;
  to?: CalendarDate | null;
}
export interface SelectionRequest extends RangeRequest, Partial<Filters> {
  /** What the report is of; the usual statuses of its scope when empty. */
  reportStatuses?: readonly Status[];
  search?: string;
  /** `deadline` makes the range and the order count by deadline. */
  dating?: 'deadline' | undefined;
  /** Selects only due work that was delivered in one of these ways; empty selects all work. */
  punctuality?: readonly Punctuality[] | undefined;
  /** Selects only what was assigned together under this id, of any status and day that the call does not restrict. */
  batch?: string | undefined;
  isMeasured?: boolean | undefined;
}
interface ReportRequest extends SelectionRequest, ScopeMarks {
  page?: number;
  pageSize?: number;
  sort?: Sort;
}
type ReportRow = ActivityWithDays & { found?: SearchMatch };
interface ReportPage<Rows = ReportRow[]> {
  rows: Rows;
  total: number;
  late: number;
  /** True when a search has more hits than were counted. */
  hasMore: boolean;
  /** What the reader probably meant, where a search found nothing. */
  suggestions?: string[];
}

/** Returns the range asked for. A side left open is the usual one (docs/product.md, 12), which leaves out no open activity. */
async function usualRange(
  scope: Scope,
  statuses: readonly Status[],
  { repos, actor, today, input }: Context<RangeRequest, Actor>,
): Promise<DateRange> {
  const { from, to } = input;
  const reachesBack = !from && statuses.some(isOpen);
  const usual = defaultRange(to ?? today, reachesBack ? await repos.activityReports.oldestOpen(scope, actor.id, today) : null);
  return { from: from ?? usual.from, to: usual.to };
}

/**
 * Returns the range of a list. Lists of several people's work leave an open side open; a person's own is shown from any day, as their lists
 * are.
 */
async function listRange(scope: Scope, statuses: readonly Status[], context: Context<RangeRequest, Actor>): Promise<OpenRange | null> {
  const { from = null, to = null } = context.input;
  if (scope === 'company' || scope === 'substituted' || (scope === 'mine' && !from && !to)) return from || to ? { from, to } : null;
  return usualRange(scope, statuses, context);
}

/** Returns a range whose open side stays open, because a list by deadline and a batch have no usual range. */
const openRange = ({ from = null, to = null }: RangeRequest): OpenRange | null => (from || to ? { from, to } : null);

export async function selectionFor(scope: Scope, context: Context<SelectionRequest, Actor>): Promise<Selection> {
  const { reportStatuses = [], search = '', dating, punctuality = [], batch, isMeasured, ...filters } = context.input;
  const usual = dating === 'deadline' ? countedStatuses : usualStatuses[scope];
  const reportedStatuses = reportStatuses.length > 0 ? reportStatuses : batch ? everyStatus : usual;
  return {
    scope,
    readerId: context.actor.id,
    absentIds: (context.actor.substitutesFor ?? []).map(({ id }) => id),
    statuses: reportedStatuses,
    dating,
    range: dating === 'deadline' || batch ? openRange(context.input) : await listRange(scope, reportedStatuses, context),
    batch,
    isMeasured,
    punctuality: punctuality.length > 0 ? punctuality : undefined,
    filters: pickFilters(filters),
    words: parseSearchWords(search),
    today: context.today,
  };
}

async function* seenBatches(batches: AsyncIterable<Parameters<ReturnType<typeof withDays>>[0][]>, today: CalendarDate) {
  for await (const batch of batches) yield batch.map(withDays(today));
}

/** Adds to each row where the search found it, unless its description shows that. */
async function withPlaces(rows: ActivityWithDays[], words: readonly SearchWord[], { activitySearch }: Repositories): Promise<ReportRow[]> {
  if (words.length === 0 || rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const placesById = new Map((await activitySearch.findPlaces(ids, words)).map((hit) => [hit.id, hit.found]));
  return rows.map((row) => {
    const place = placesById.get(row.id);
    return place && place.where !== 'description' ? { ...row, found: place } : row;
  });
}

/** Lists one page where one is asked for, else everything, in batches. `readPage` reads the rows of a page. */
const listReport =
  <Rows>(
    readScope: (input: ReportRequest) => Scope,
    readPage: (selection: Selection, page: Page, context: Context<ReportRequest, Actor>) => Promise<Rows>,
  ): UseCase<ReportRequest, ReportPage<Rows> | AsyncIterable<ActivityWithDays[]>> =>
  async (context) => {
    const { input, repos, today } = context;
    const { page, pageSize: size = PAGE_SIZE } = input;
    if (page === undefined && (input.pageSize || input.sort)) throw invalid('page', 'required');
    const selection = await selectionFor(readScope(input), context);
    if (page === undefined) return seenBatches(repos.activityReports.batches(selection), today);
    const sort = input.sort ?? listSort(selection);
    const [rows, counts] = await repos.readAll(
      () => readPage(selection, { page, size, sort }, context),
      () => repos.activityReports.count(selection),
    );
    const rowCount = Array.isArray(rows) ? rows.length : 0;
    // The rows of a page may differ from the hits that were counted.
    const total = counts.hasMore && rowCount > 0 ? Math.max(counts.total, (page - 1) * size + rowCount) : counts.total;
    const readHit = async (words: SearchWord[]) => {
      const [row] = await repos.activityReports.page({ ...selection, words }, { page: 1, size: 1, sort });
      return row ? [row.description, row.topic, ownerName(row), assigneeName(row), row.resolution ?? ''] : null;
    };
    return { rows, ...counts, total, ...(total === 0 && (await suggestSearches(selection.words, repos, readHit))) };
  };

/** Tells whether people verify on the list, which then says who delivered, because nobody verifies what they delivered themselves. */
const isVerifiedOn = ({ scope, statuses }: Selection) => scope === 'substituted' || statuses.every((status) => status === 'completed');

async function readRows(selection: Selection, page: Page, { repos, today }: Context<ReportRequest, Actor>) {
  const rows = await repos.activityReports.page(selection, page);
  const facts = isVerifiedOn(selection) ? await withDeliverers({ repos }, rows) : rows;
  return withPlaces(facts.map(withDays(today)), selection.words, repos);
}
/** Encodes rows in their reader's words, except those of a search, which say where it found them, and of lists to verify on. */
const readEncoded =
  (fields: readonly EncodedField[]) =>
  async (selection: Selection, page: Page, context: Context<ReportRequest, Actor>): Promise<ReportRow[] | EncodedRows> =>
    selection.words.length > 0 || isVerifiedOn(selection)
      ? readRows(selection, page, context)
      : context.repos.activityReports.encodedPage(selection, page, fields);

export const listAllActivities = listReport(narrowestScope, readRows);
export const encodedAllActivities = (fields: readonly EncodedField[]) => listReport(narrowestScope, readEncoded(fields));
export const listAssignedByMe = listReport(() => 'assignedByMe', readRows);
export const encodedAssignedByMe = (fields: readonly EncodedField[]) => listReport(() => 'assignedByMe', readEncoded(fields));

export const countFacets: UseCase<SelectionRequest & ScopeMarks, Facets & { hasMore: boolean }> = async (context) => {
  const selection = await selectionFor(narrowestScope(context.input), context);
  return { ...(await context.repos.activityReports.facets(selection)) };
};

type CardScope = Exclude<Scope, 'mine' | 'substituted'>;

export async function cardSelection(scope: CardScope, context: Context<RangeRequest, Actor>): Promise<Selection> {
  const range = await usualRange(scope, countedStatuses, context);
  return { scope, readerId: context.actor.id, statuses: countedStatuses, range, filters: noFilters, words: [], today: context.today };
}

/** The figures of the cards; `imported` counts the finished work that an import brought as such. */
interface CardFigures extends Figures {
  urgencies: Record<UrgencyMark, number>;
  imported: number;
}

const readFigures =
  (scope: CardScope): UseCase<RangeRequest, CardFigures> =>
  async (context) => {
    const { activityReports } = context.repos;
    const selection = await cardSelection(scope, context);
    const [counts, urgencies] = await context.repos.readAll(
      () => activityReports.countByStatus(selection),
      () => activityReports.countUrgencies(selection),
    );
    const totals = Object.fromEntries(counts.map(({ status, total }) => [status, total]));
    return { ...sumFigures(totals), urgencies, imported: counts.reduce((sum, { imported }) => sum + imported, 0) };
  };

export const readCompanyFigures = readFigures('company');
export const readAssignedFigures = readFigures('assignedByMe');

/** Reads the day of the oldest open activity: in the whole company, and of what the actor gave to others. */
export const readFirstPending: UseCase<unknown, { oldestOn: CalendarDate | null; oldestAssignedOn: CalendarDate | null }> = async ({
  repos,
  actor,
  today,
}) => ({
  oldestOn: await repos.activityReports.oldestOpen('company', actor.id, today),
  oldestAssignedOn: await repos.activityReports.oldestOpen('assignedByMe', actor.id, today),
});
