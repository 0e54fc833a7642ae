import { numberIn, type PageSize, type SizedPage, sizeIn } from '@bitacora/core/domain/reports/list-address';
import { PAGE_SIZE, type SavedViewScreen } from '@bitacora/core/domain/reports/report';
import type { RowData, SortingState } from '@tanstack/react-table';
import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router-dom';
import { rowsThatFit } from './fit-rows.ts';
import { useKeptSize, writeSize } from './page-size.ts';
import { type Columns, sortableIds } from './table-columns.tsx';
import { useAddressState } from './use-address-state.ts';

/** The order, search and page of a table, with setters. Component, address or server may hold it. */
export interface TableState {
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  /** The window decides the size; absent where it cannot. */
  isFit?: boolean;
  query: string;
  onSorting: (sorting: SortingState) => void;
  onPage: (index: number) => void;
  onPageSize: (size: PageSize) => void;
  onQuery: (text: string) => void;
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

interface ListState extends SizedPage {
  search: string;
  sorting: SortingState;
  /** Counted from 1. */
  page: number;
}

const wordOf = ([first]: SortingState) => (first ? `${first.desc ? '-' : ''}${first.id}` : '');

function read(address: URLSearchParams, usual: SortingState, sortable: readonly string[]): Omit<ListState, keyof SizedPage> {
  const word = address.get('sort') ?? '';
  const id = word.replace('-', '');
  return {
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    sorting: sortable.includes(id) ? [{ id, desc: word.startsWith('-') }] : usual,
    page: numberIn(address, 'page', 1_000_000, 1),
  };
}

function write({ search, sorting, page, ...sized }: ListState, usual: SortingState, kept: PageSize): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('search', search);
  if (wordOf(sorting) !== wordOf(usual)) address.set('sort', wordOf(sorting));
  if (page > 1) address.set('page', String(page));
  writeSize(address, sized, kept);
  return address;
}

/** The state of a list that is whole in the browser, kept in its address. The list follows typing at once. */
export function useListState<Row extends RowData>(screen: SavedViewScreen, usual: SortingState, columns: Columns<Row>): TableState {
  const [kept, keep] = useKeptSize(screen);
  const { pathname } = useLocation();
  const { state, typed, type, change } = useAddressState(
    (address) => ({ ...read(address, usual, sortableIds(columns)), ...sizeIn(address, kept, () => rowsThatFit(pathname)) }),
    (list) => write(list, usual, kept),
  );
  return {
    sorting: state.sorting,
    pageSize: state.size,
    isFit: state.isFit,
    // Typing returns to the first page before the address changes.
    pageIndex: typed.trim() === state.search ? state.page - 1 : 0,
    query: typed,
    onQuery: type,
    onSorting: (sorting) => change({ sorting }),
    onPage: (index) => change({ page: index + 1 }),
    onPageSize: (size) => {
      keep(size);
      change({ isFit: size === 'fit', size: size === 'fit' ? rowsThatFit(pathname) : size });
    },
  };
}

/** A change of order, search or page needs no reload. */
export const skipReloadOnListChange = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
