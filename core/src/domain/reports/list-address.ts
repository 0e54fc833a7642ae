import { openStatuses } from '../activities/activity.ts';
import { type CalendarDate, isBackwards, isCalendarDate } from '../calendar.ts';
import { FIGURES_PATH, REGISTERED_PATH } from '../page-paths.ts';
import { type Punctuality, punctualities } from './punctuality.ts';
import {
  byFilterGroup,
  type Filters,
  filterGroups,
  filterGroupValues,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type Sort,
  sortColumns,
  usualSort,
} from './report.ts';

/** Selects from the due work: all of it, or what was delivered in one way. */
export const dueRows = ['due', ...punctualities] as const;
export type DueRows = (typeof dueRows)[number];

/** The punctualities that such rows have. */
export const listPunctualities = (rows: DueRows): readonly Punctuality[] => (rows === 'due' ? punctualities : [rows]);

export interface RowsQuery extends Partial<Filters> {
  from?: CalendarDate | null;
  to?: CalendarDate | null;
  search?: string;
  batch?: string | null;
  isMeasured?: boolean;
}

/** Returns what follows the path of a list. Groups without values are left out. */
export function rowsQuery({ from, to, search, batch, isMeasured, ...filters }: RowsQuery): string {
  const address = new URLSearchParams();
  if (from) address.set('from', from);
  if (to) address.set('to', to);
  for (const group of filterGroups) for (const value of filters[group] ?? []) address.append(group, String(value));
  if (search) address.set('search', search);
  if (batch) address.set('batch', batch);
  if (isMeasured) address.set('measured', 'true');
  return address.size > 0 ? `?${address}` : '';
}

export const rowsPath = (path: string, query: RowsQuery): string => `${path}${rowsQuery(query)}`;

/** Returns the address of the figures of punctuality of work whose deadline lies in the range. */
export const punctualityPath = (query: RowsQuery): string => rowsPath(FIGURES_PATH, query);

export const dueRowsPath = (rows: DueRows, query: RowsQuery): string => rowsPath(`${FIGURES_PATH}/${rows}`, query);

/** Returns the address of work registered in the range, as the cards count it. */
export const registeredPath = (query: RowsQuery): string => rowsPath(REGISTERED_PATH, query);

/** Rows of a page; 'fit' fills the window. */
export type PageSize = number | 'fit';

/** Rows of a page now, and whether the window decides them. */
export interface SizedPage {
  size: number;
  isFit: boolean;
}

export const readChosenSize = (person: { pageSize: number | null } | null): PageSize => (person ? (person.pageSize ?? 'fit') : PAGE_SIZE);

const fillsWindow = (address: URLSearchParams, usualSize: PageSize): boolean => (address.get('size') ?? usualSize) === 'fit';

/** Reads the size of a page. The address comes before the person's choice. */
export function readPageSize(address: URLSearchParams, usualSize: PageSize, rowsThatFit: () => number): SizedPage {
  if (fillsWindow(address, usualSize)) return { size: rowsThatFit(), isFit: true };
  return { size: readNumber(address, 'size', PAGE_SIZE_MAX, usualSize === 'fit' ? PAGE_SIZE : usualSize), isFit: false };
}

export function readNumber(address: URLSearchParams, name: string, max: number, otherwise: number): number {
  const number = Number(address.get(name) ?? otherwise);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : otherwise;
}

interface DateEnds {
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/** The state of a report, kept in its address so that a reload or a colleague sees the same. */
export interface ReportState extends DateEnds, SizedPage {
  filters: Filters;
  search: string;
  batch: string | null;
  isMeasured: boolean;
  sort: Sort;
  page: number;
}

const SEARCH_MAX = 200;
const VALUES_MAX = 500;

const readDay = (address: URLSearchParams, name: string): CalendarDate | null => {
  const text = address.get(name) ?? '';
  return isCalendarDate(text) ? text : null;
};

/** Reads the range in an address; the default one where it ends before it begins. */
export function readDateEnds(address: URLSearchParams): DateEnds {
  const ends = { from: readDay(address, 'from'), to: readDay(address, 'to') };
  return isBackwards(ends) ? { from: null, to: null } : ends;
}

const pickIds = (texts: readonly string[]) => texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);

function readFilters(address: URLSearchParams): Filters {
  return byFilterGroup((group) => {
    const texts = [...new Set(address.getAll(group).filter(Boolean))].slice(0, VALUES_MAX);
    const values = filterGroupValues[group];
    if (values === 'name') return texts;
    return values === 'person' ? pickIds(texts) : values.filter((word) => texts.includes(word));
  });
}

function readSort(address: URLSearchParams, usual: Sort): Sort {
  const word = address.get('sort') ?? '';
  const column = sortColumns.find((each) => each === word.replace('-', ''));
  return column ? { column, isDescending: word.startsWith('-') } : usual;
}

interface SizeChoice {
  usualSize: PageSize;
  rowsThatFit: () => number;
}

/** Reads the state from an address and ignores invalid values. */
export function readReportState(address: URLSearchParams, usualSort: Sort, { usualSize, rowsThatFit }: SizeChoice): ReportState {
  return {
    ...readDateEnds(address),
    filters: readFilters(address),
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    batch: /^[\da-f-]{36}$/.exec(address.get('batch') ?? '')?.[0] ?? null,
    isMeasured: address.get('measured') === 'true',
    sort: readSort(address, usualSort),
    page: readNumber(address, 'page', 1_000_000_000, 1),
    ...readPageSize(address, usualSize, rowsThatFit),
  };
}

export const selectionQuery = ({ from, to, filters, search, batch, isMeasured }: ReportState) => ({
  from,
  to,
  ...filters,
  search,
  ...(batch ? { batch } : {}),
  ...(isMeasured ? { isMeasured } : {}),
});
export const pageQuery = (state: ReportState) => ({ ...selectionQuery(state), sort: state.sort, page: state.page, pageSize: state.size });

const byUrgency = usualSort(openStatuses);
export const ownOrders = {
  home: byUrgency,
  pending: byUrgency,
  history: { column: 'closed', isDescending: true },
} as const satisfies Record<string, Sort>;

export const longestWaitingFirst: Sort = { column: 'closed', isDescending: false };

export const AGENDA_SIZE = 5;
/** The range in the address of Home is that of the company's cards. */
export const anyDay = { from: null, to: null };
