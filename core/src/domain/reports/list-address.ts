import { type CalendarDate, isCalendarDate } from '../calendar.ts';
import { byFilterGroup, type Filters, filterGroupValues, PAGE_SIZE, PAGE_SIZE_MAX, type Sort, sortColumns } from './report.ts';
import type { SavedViewScreen } from './saved-view.ts';

/** Rows of a page; 'fit' fills the window. */
export type PageSize = number | 'fit';

/** Rows of a page now, and whether the window decides them. */
export interface SizedPage {
  size: number;
  isFit: boolean;
}

/** A person with the sizes that they chose, of lists of a newer release too; null fills the window. */
export interface SizeChooser {
  listSizes: readonly { screen: string; size: number | null }[];
}

/** What the person chose for a list, on any device; else the specification's default. */
export function keptSize(person: SizeChooser | null, screen: SavedViewScreen): PageSize {
  const listSize = person?.listSizes.find((one) => one.screen === screen);
  return listSize ? (listSize.size ?? 'fit') : PAGE_SIZE;
}

/** Whether the window decides how many rows there are. */
export const fillsWindow = (address: URLSearchParams, kept: PageSize): boolean => (address.get('size') ?? kept) === 'fit';

/** The address says it before the choice of the person. */
export function sizeIn(address: URLSearchParams, kept: PageSize, rowsThatFit: () => number): SizedPage {
  if (fillsWindow(address, kept)) return { size: rowsThatFit(), isFit: true };
  return { size: numberIn(address, 'size', PAGE_SIZE_MAX, kept === 'fit' ? PAGE_SIZE : kept), isFit: false };
}

export function numberIn(address: URLSearchParams, name: string, max: number, otherwise: number): number {
  const number = Number(address.get(name) ?? otherwise);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : otherwise;
}

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

/** The range in an address; the default one where it ends before it begins. */
export function dateEndsIn(address: URLSearchParams): DateEnds {
  const [from, to] = [dayIn(address, 'from'), dayIn(address, 'to')];
  const isBackwards = from !== null && to !== null && from > to;
  return isBackwards ? { from: null, to: null } : { from, to };
}

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

interface SizeChoice {
  kept: PageSize;
  rowsThatFit: () => number;
}

/** Reads the state from an address and ignores invalid values. */
export function readReportState(address: URLSearchParams, usualSort: Sort, { kept, rowsThatFit }: SizeChoice): ReportState {
  return {
    ...dateEndsIn(address),
    filters: addressFilters(address),
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    batch: /^[\da-f-]{36}$/.exec(address.get('batch') ?? '')?.[0] ?? null,
    isMeasured: address.get('measured') === 'true',
    sort: sortIn(address, usualSort),
    page: numberIn(address, 'page', 1_000_000_000, 1),
    ...sizeIn(address, kept, rowsThatFit),
  };
}

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
