import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import {
  byFilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  noFilters,
  PAGE_SIZE,
  pagedTotal,
  type Sort,
  sortColumns,
} from '@bitacora/core/domain/reports/report';
import { rowsQuery } from '@bitacora/core/domain/reports/rows-path';
import type { SavedViewScreen } from '@bitacora/core/domain/reports/saved-view';
import { type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router-dom';
import { appOf } from '../app.ts';
import { rowsThatFit } from '../ui/fit-rows.ts';
import { keptSize, type PageSize, type SizedPage, sizeIn, useKeptSize, writeSize } from '../ui/page-size.ts';
import { type AddressState, numberIn, useAddressState } from '../ui/use-address-state.ts';

interface DateEnds {
  /** Null for the default end. */
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/** The state of a report, kept in its address so that a reload or a colleague sees the same. */
export interface ReportState extends DateEnds, SizedPage {
  filters: Filters;
  search: string;
  /** What was assigned together. */
  batch: string | null;
  /** Without work that an import brought as finished. */
  isMeasured: boolean;
  sort: Sort;
  page: number;
}

const SEARCH_MAX = 200;
const VALUES_MAX = 500;

const dayIn = (address: URLSearchParams, name: string): CalendarDate | null => {
  const text = address.get(name) ?? '';
  return isCalendarDate(text) ? text : null;
};

const idsAmong = (texts: readonly string[]) => texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);

function addressFilters(address: URLSearchParams): Filters {
  return byFilterGroup((group) => {
    const texts = [...new Set(address.getAll(group).filter(Boolean))].slice(0, VALUES_MAX);
    const values = filterGroupValues[group];
    if (values === 'name') return texts;
    return values === 'person' ? idsAmong(texts) : values.filter((word) => texts.includes(word));
  });
}

function sortIn(address: URLSearchParams, usual: Sort): Sort {
  const word = address.get('sort') ?? '';
  const column = sortColumns.find((each) => each === word.replace('-', ''));
  return column ? { column, isDescending: word.startsWith('-') } : usual;
}

/** Reads the state from an address and ignores invalid values. */
export function readReportState(address: URLSearchParams, usualSort: Sort, kept: PageSize = PAGE_SIZE, path = ''): ReportState {
  const [from, to] = [dayIn(address, 'from'), dayIn(address, 'to')];
  const isBackwards = from !== null && to !== null && from > to;
  return {
    from: isBackwards ? null : from,
    to: isBackwards ? null : to,
    filters: addressFilters(address),
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    batch: /^[\da-f-]{36}$/.exec(address.get('batch') ?? '')?.[0] ?? null,
    isMeasured: address.get('measured') === 'true',
    sort: sortIn(address, usualSort),
    page: numberIn(address, 'page', 1_000_000_000, 1),
    ...sizeIn(address, kept, path),
  };
}

const wordOf = ({ column, isDescending }: Sort) => (isDescending ? `-${column}` : column);

/** Writes the state to an address, without default values. */
function writeReportState({ filters, sort, page, size, isFit, ...rows }: ReportState, usualSort: Sort, kept: PageSize): URLSearchParams {
  const address = new URLSearchParams(rowsQuery({ ...rows, ...filters }));
  if (wordOf(sort) !== wordOf(usualSort)) address.set('sort', wordOf(sort));
  if (page > 1) address.set('page', String(page));
  writeSize(address, { size, isFit }, kept);
  return address;
}

/** Of what a list counts, the late rows; no address leads to them alone while the list is filtered by other urgencies. */
export const lateRowsOf = ({ from, to, filters, search, batch, isMeasured }: ReportState): string | undefined =>
  filters.urgencies.length > 0 && !filters.urgencies.includes('late')
    ? undefined
    : rowsQuery({ from, to, search, batch, isMeasured, ...filters, urgencies: ['late'] });

export const countFilters = (filters: Filters): number => filterGroups.reduce((count, group) => count + filters[group].length, 0);

/** Whether a filter or a search is active. */
export const isRestricted = ({ filters, search, batch, isMeasured }: ReportState): boolean =>
  search !== '' || batch !== null || isMeasured || countFilters(filters) > 0;

export const unrestricted = { filters: noFilters, search: '', batch: null, isMeasured: false } as const;

/** The input of every call about this selection. */
export const selectionOf = ({ from, to, filters, search, batch, isMeasured }: ReportState) => ({
  from,
  to,
  ...filters,
  search,
  ...(batch ? { batch } : {}),
  ...(isMeasured ? { isMeasured } : {}),
});
/** The same with page, size and order. */
export const pageOf = (state: ReportState) => ({ ...selectionOf(state), sort: state.sort, page: state.page, pageSize: state.size });

/** One page, or the last one when the page number is too high. */
export async function lastPageAtMost<Page extends { rows: readonly unknown[]; total: number; isSortedInPart?: boolean }>(
  state: ReportState,
  ask: (state: ReportState) => Promise<Page>,
): Promise<Page> {
  const page = await ask(state);
  if (page.rows.length > 0 || page.total === 0) return page;
  return ask({ ...state, page: Math.ceil(pagedTotal(page) / state.size) });
}

export interface ReportControls extends AddressState<ReportState> {
  /** Another size of the pages, kept for the next visit. */
  resize: (size: PageSize) => void;
  /** The next rows are loading. */
  isBusy: boolean;
}

/** The state that a loader reads for a report. */
export async function requestedReport(args: LoaderFunctionArgs, screen: SavedViewScreen, usualSort: Sort): Promise<ReportState> {
  const { user } = await appOf(args).session.current();
  const { searchParams, pathname } = new URL(args.request.url);
  return readReportState(searchParams, usualSort, keptSize(user, screen), pathname);
}

/** The state of the report at this address, and how the person changes it. */
export function useReportState(screen: SavedViewScreen, usualSort: Sort): ReportControls {
  const [kept, keep] = useKeptSize(screen);
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const controls = useAddressState(
    (address) => readReportState(address, usualSort, kept, pathname),
    (report) => writeReportState(report, usualSort, kept),
  );
  const resize = (size: PageSize) => {
    keep(size);
    controls.change({ isFit: size === 'fit', size: size === 'fit' ? rowsThatFit(pathname) : size });
  };
  return { ...controls, resize, isBusy: state === 'loading' && location.pathname === pathname };
}
