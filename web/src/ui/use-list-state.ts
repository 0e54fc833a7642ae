import type { RowData, SortingState } from '@tanstack/react-table';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { type Columns, sortableIds } from './table-features.ts';
import { PAGE_SIZE, type TableState } from './table-state.ts';
import { numberIn, useAddressState } from './use-address-state.ts';

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
