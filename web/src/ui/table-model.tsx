import { type PageSize, readChosenSize, readNumber, readPageSize, type SizedPage } from '@bitacora/core/domain/reports/list-address';
import { PAGE_SIZE } from '@bitacora/core/domain/reports/report';
import { normalise } from '@bitacora/core/domain/text';
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
} from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useApp, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { listen } from '../app/listeners.ts';
import { isNarrow } from './media.ts';
import { type AddressState, type ListPage, useAddressState, writeListState } from './use-address-state.ts';

interface ScreenMeasure {
  /** What a screen needs besides the rows of its list, in pixels. */
  around: number;
  row: number;
}
/** The measures by the path of their list. */
const measures = new Map<string, ScreenMeasure>();
/** The value before the first measurement. */
const USUAL_AROUND = 400;
const ROW = { table: 41, agenda: 92 } as const;
const [LEAST, MOST] = [5, 100];

/** How many rows of the list at a path fill the window. */
export function rowsThatFit(path: string): number {
  // The server draws the page too.
  if (!globalThis.window) return PAGE_SIZE;
  const { around, row } = measures.get(path) ?? { around: USUAL_AROUND, row: isNarrow() ? ROW.agenda : ROW.table };
  return Math.max(LEAST, Math.min(MOST, Math.floor((window.innerHeight - around) / row)));
}

/** On a phone the pager and the bar below it, because its footer begins below the first screen. */
const BELOW_NARROW = 180;

function measureAround(rows: Element, frame: Element): ScreenMeasure {
  const { top, bottom, height } = rows.getBoundingClientRect();
  const row = Math.max(isNarrow() ? ROW.agenda : ROW.table, height / rows.childElementCount);
  const above = top + window.scrollY;
  if (isNarrow()) return { around: above + BELOW_NARROW, row };
  const end = frame.getBoundingClientRect().bottom;
  const isLast = (frame.closest('.page')?.getBoundingClientRect().bottom ?? 0) - end < 1;
  const footer = isLast ? (document.querySelector('.footer')?.getBoundingClientRect().height ?? 0) : 0;
  return { around: above + (end - bottom) + footer, row };
}

const PAUSE_MS = 200;

/** Measures what stands around the rows in `frame`, and reports when another number of rows fits. */
export function useFit(frame: RefObject<HTMLElement | null>, path: string, isFit: boolean, onChange: () => void) {
  useEffect(() => {
    if (!isFit) return;
    let fitted = rowsThatFit(path);
    const measure = () => {
      const rows = frame.current?.querySelector('tbody, .agenda-rows');
      if (!frame.current || !rows?.childElementCount) return;
      measures.set(path, measureAround(rows, frame.current));
      if (rowsThatFit(path) === fitted) return;
      fitted = rowsThatFit(path);
      onChange();
    };
    measure();
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(measure, PAUSE_MS);
    };
    const stop = listen(window, { resize: later });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isFit, path]);
}

/** How a column is rendered. */
export interface ColumnLook {
  /** In pixels. Columns without a width share the rest. */
  width?: number | undefined;
  /** Its width where a wide table has little room. */
  dense?: number | undefined;
  /** It grows there with the table. */
  isElastic?: boolean | undefined;
  /** Its heading there. */
  short?: string | undefined;
  /** The width of table that shows it: `medium` 900 px, `report` 1024 px, `fold` 1530 px. Cards show it always. */
  isMinor?: 'medium' | 'report' | 'fold' | undefined;
  /** Its place on the card that a row becomes on a phone; `line` is a label and its value. */
  onCard?: 'pick' | 'action' | 'head' | 'badge' | 'lead' | 'line';
  isSearched?: boolean;
  isTabular?: boolean;
  /** Its cells wear the tint of the row's signal. */
  isDeadline?: boolean;
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as ColumnLook,
});
export type Features = typeof features;
// biome-ignore lint/suspicious/noExplicitAny: each column of a row has its own type of value; only TanStack's helper knows them.
export type Columns<Row extends RowData> = readonly ColumnDef<Features, Row, any>[];

/** The ids a table may be sorted by. */
export const sortableIds = <Row extends RowData>(columns: Columns<Row>): string[] =>
  columns.flatMap((column) => {
    const { id, accessorKey, accessorFn } = column as { id?: string; accessorKey?: string; accessorFn?: unknown };
    return accessorKey || accessorFn ? [id ?? accessorKey ?? ''] : [];
  });

/** Returns the function that reads a column's value from a row. */
const valueReader = <Row extends RowData>(column: Columns<Row>[number]): ((row: Row, index: number) => unknown) => {
  const { accessorFn, accessorKey } = column as { accessorFn?: (row: Row, index: number) => unknown; accessorKey?: keyof Row };
  return accessorFn ?? ((row) => accessorKey && row[accessorKey]);
};

const collator = new Intl.Collator('es-MX', { numeric: true });

/** Spanish order for texts, size for numbers and dates; missing values come last. */
export const byValue: SortFn<Features, RowData> = (rowA, rowB, columnId) => {
  const a = rowA.getValue<unknown>(columnId);
  const b = rowB.getValue<unknown>(columnId);
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
};

/** The rows whose searched columns mention a text; case, accents and runs of blanks do not matter. */
export function filterByText<Row extends RowData>(columns: Columns<Row>, rows: readonly Row[], query: string): readonly Row[] {
  if (query === '') return rows;
  const searchText = normalise(query);
  const searched = columns.filter(({ meta }) => meta?.isSearched).map(valueReader);
  return rows.filter((row, index) => searched.some((value) => normalise(String(value(row, index) ?? '')).includes(searchText)));
}

/** A text in a table, cut to the lines of its row, with all of it on hover. Rows keep their height, so that clicks hit. */
export const Clipped = ({ text, children = text }: { text: string; children?: ReactNode }) => (
  <span className="clip" title={text}>
    {children}
  </span>
);

/** The order, search and page of a table, with setters. Component, address or server may hold it. */
export interface TableState {
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  /** The window decides the size; absent where it cannot. */
  isFit?: boolean;
  query: string;
  /** The text that is chosen of each filter; a chosen filter makes zero rows no empty list. */
  chosen?: Readonly<Record<string, string>>;
  onChoice?: (filter: string, text: string) => void;
  onSorting: (sorting: SortingState) => void;
  onPage: (index: number) => void;
  onPageSize: (size: PageSize) => void;
  onQuery: (text: string) => void;
}

/** A table that the server sorts, filters and pages. */
export interface RemoteTable extends TableState {
  total: number;
  /** There are more rows than `total`, which is as far as the server counts. */
  hasMore?: boolean | undefined;
  /** Says the order of the rows, above them. */
  order?: ReactNode;
  /** A filter or search is active; then zero rows does not mean an empty list. */
  isRestricted: boolean;
  /** The next rows are loading. */
  isBusy: boolean;
}

/** State in the component. Another order, size or search returns to the first page. */
export function useTableState(usual: SortingState): TableState {
  const [sorting, setSorting] = useState(usual);
  const [query, setQuery] = useState('');
  const [page, setPage] = useState({ index: 0, size: PAGE_SIZE });
  const toFirst = () => setPage(({ size }) => ({ index: 0, size }));
  return {
    sorting,
    query,
    pageIndex: page.index,
    pageSize: page.size,
    onSorting: (next) => {
      setSorting(next);
      toFirst();
    },
    onQuery: (next) => {
      setQuery(next);
      toFirst();
    },
    onPage: (index) => setPage(({ size }) => ({ index, size })),
    onPageSize: (size) => setPage({ index: 0, size: size === 'fit' ? PAGE_SIZE : size }),
  };
}

const SEARCH_MAX = 200;

/** The page size that the person chose for all lists. `keep` saves another one, and returns the page of that size. */
export function useKeptSize() {
  const { user } = useSession();
  const { backgroundClient } = useClients();
  const { session } = useApp();
  const { pathname } = useLocation();
  const countRows = () => rowsThatFit(pathname);
  const keep = (chosen: PageSize): SizedPage => {
    const size = chosen === 'fit' ? null : chosen;
    session.amend((before) => ({ ...before, user: before.user && { ...before.user, pageSize: size } }));
    backgroundClient.saveListSize({ size }).catch(() => {}); // ignored, because this visit has the size all the same
    return { isFit: size === null, size: size ?? countRows() };
  };
  return { usualSize: readChosenSize(user), rowsThatFit: countRows, keep };
}

const sortWord = ([first]: SortingState) => (first ? `${first.desc ? '-' : ''}${first.id}` : '');

/** The state of a list that is whole in the browser. Its address keeps it. The list follows typing at once. */
export function useListState<Row extends RowData>(usual: SortingState, columns: Columns<Row>, filters: object): TableState {
  const { usualSize, rowsThatFit, keep } = useKeptSize();
  const { state, typed, type, change } = useAddressState(
    (address) => {
      const word = address.get('sort') ?? '';
      const id = word.replace('-', '');
      return {
        search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
        sorting: sortableIds(columns).includes(id) ? [{ id, desc: word.startsWith('-') }] : usual,
        page: readNumber(address, 'page', 1_000_000, 1),
        chosen: Object.fromEntries(Object.keys(filters).map((name) => [name, address.get(name) ?? ''])),
        ...readPageSize(address, usualSize, rowsThatFit),
      };
    },
    ({ sorting, chosen, ...list }) =>
      writeListState({ ...list, ...chosen, sort: sortWord(sorting) === sortWord(usual) ? '' : sortWord(sorting) }, usualSize),
  );
  return {
    sorting: state.sorting,
    pageSize: state.size,
    isFit: state.isFit,
    // Typing returns to the first page before the address changes.
    pageIndex: typed.trim() === state.search ? state.page - 1 : 0,
    query: typed,
    onQuery: type,
    chosen: state.chosen,
    onChoice: (filter, text) => change({ chosen: { ...state.chosen, [filter]: text } }),
    onSorting: (sorting) => change({ sorting }),
    onPage: (index) => change({ page: index + 1 }),
    onPageSize: (size) => change(keep(size)),
  };
}

/** Builds the table of a list whose page size is not saved. The server orders the rows, the newest first. */
export const remoteList = <State extends ListPage>(
  { state, typed, type, change, isBusy }: AddressState<State>,
  { total, isRestricted }: Pick<RemoteTable, 'total' | 'isRestricted'>,
): RemoteTable => ({
  total,
  isRestricted,
  sorting: [],
  pageIndex: Math.min(state.page, Math.max(1, Math.ceil(total / state.size))) - 1,
  pageSize: state.size,
  query: typed,
  isBusy,
  onSorting: () => {},
  onPage: (index) => change({ page: index + 1 } as Partial<State>),
  onPageSize: (size) => change({ size: Number(size) } as Partial<State>),
  onQuery: type,
});
