import type { RowData, SortingState } from '@tanstack/react-table';
import { useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { type Columns, sortableIds } from './table-columns.tsx';
import { numberIn, useAddressState } from './use-address-state.ts';

/** The order, search and page of a table, with setters. Component, address or server may hold it. */
export interface TableState {
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  query: string;
  onSorting: (sorting: SortingState) => void;
  onPage: (index: number) => void;
  onPageSize: (size: number) => void;
  onQuery: (text: string) => void;
}

/** Rows of a page by default. */
const PAGE_SIZE = 5;

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
    onPageSize: (size) => setPage({ index: 0, size }),
  };
}

const SEARCH_MAX = 200;
const SIZE_MAX = 200;

interface ListState {
  search: string;
  sorting: SortingState;
  /** Counted from 1. */
  page: number;
  size: number;
}

const wordOf = ([first]: SortingState) => (first ? `${first.desc ? '-' : ''}${first.id}` : '');

function read(address: URLSearchParams, usual: SortingState, sortable: readonly string[]): ListState {
  const word = address.get('sort') ?? '';
  const id = word.replace('-', '');
  return {
    search: (address.get('search') ?? '').slice(0, SEARCH_MAX),
    sorting: sortable.includes(id) ? [{ id, desc: word.startsWith('-') }] : usual,
    page: numberIn(address, 'page', 1_000_000, 1),
    size: numberIn(address, 'size', SIZE_MAX, PAGE_SIZE),
  };
}

function write({ search, sorting, page, size }: ListState, usual: SortingState): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('search', search);
  if (wordOf(sorting) !== wordOf(usual)) address.set('sort', wordOf(sorting));
  if (page > 1) address.set('page', String(page));
  if (size !== PAGE_SIZE) address.set('size', String(size));
  return address;
}

/** The state of a list that is whole in the browser, kept in its address. The list follows typing at once. */
export function useListState<Row extends RowData>(usual: SortingState, columns: Columns<Row>): TableState {
  const { state, typed, type, change } = useAddressState(
    (address) => read(address, usual, sortableIds(columns)),
    (list) => write(list, usual),
  );
  return {
    sorting: state.sorting,
    pageSize: state.size,
    // Typing returns to the first page before the address changes.
    pageIndex: typed.trim() === state.search ? state.page - 1 : 0,
    query: typed,
    onQuery: type,
    onSorting: (sorting) => change({ sorting }),
    onPage: (index) => change({ page: index + 1 }),
    onPageSize: (size) => change({ size }),
  };
}

/** A change of order, search or page needs no reload. */
export const skipReloadOnListChange = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
