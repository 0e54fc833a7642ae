import type { RowData, SortingState } from '@tanstack/react-table';
import { useEffect, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { type KeptState, PAGE_SIZE } from './kept-state.ts';
import { type Columns, sortableIds } from './table-features.ts';

const TYPING_PAUSE_MS = 250;
const SEARCH_MAX = 200;
const SIZE_MAX = 200;
/** Marks an address that this hook made: what was typed since may be newer than it. */
const OWN = 'list';

interface ListState {
  sorting: SortingState;
  pageIndex: number;
  pageSize: number;
  query: string;
}

const wordOf = ([first]: SortingState) => (first ? `${first.desc ? '-' : ''}${first.id}` : '');

function numberIn(address: URLSearchParams, name: string, max: number, otherwise: number): number {
  const number = Number(address.get(name) ?? otherwise);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : otherwise;
}

function read(address: URLSearchParams, usual: SortingState, sortable: readonly string[]): ListState {
  const word = address.get('sort') ?? '';
  const id = word.replace('-', '');
  return {
    sorting: sortable.includes(id) ? [{ id, desc: word.startsWith('-') }] : usual,
    pageIndex: numberIn(address, 'page', 1_000_000, 1) - 1,
    pageSize: numberIn(address, 'size', SIZE_MAX, PAGE_SIZE),
    query: (address.get('search') ?? '').slice(0, SEARCH_MAX),
  };
}

function write({ sorting, pageIndex, pageSize, query }: ListState, usual: SortingState): string {
  const address = new URLSearchParams();
  if (query) address.set('search', query);
  if (wordOf(sorting) !== wordOf(usual)) address.set('sort', wordOf(sorting));
  if (pageIndex > 0) address.set('page', String(pageIndex + 1));
  if (pageSize !== PAGE_SIZE) address.set('size', String(pageSize));
  return address.toString();
}

/**
 * The state of a list that is in the browser whole, kept in its address under the words that reports use. The list
 * itself follows at once; the address follows a pause in typing.
 */
export function useListState<Row extends RowData>(usual: SortingState, columns: Columns<Row>): KeptState {
  const location = useLocation();
  const navigate = useNavigate();
  const isOwn = useNavigationType() !== 'POP' && location.state === OWN;
  const inAddress = read(new URLSearchParams(location.search), usual, sortableIds(columns));
  const [typed, setTyped] = useState(inAddress.query);
  const wanted = useRef(inAddress);
  const timer = useRef(0);
  useEffect(() => {
    if (isOwn) return;
    wanted.current = inAddress;
    clearTimeout(timer.current);
    setTyped(inAddress.query);
  }, [location.key]);
  // Whoever follows a link is not called back by what was typed a moment ago, while the next screen is still on its way.
  useEffect(() => {
    const leave = ({ target }: MouseEvent) => target instanceof Element && target.closest('a[href]') && clearTimeout(timer.current);
    document.addEventListener('click', leave);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('click', leave);
    };
  }, []);

  const change = (patch: Partial<ListState>, isDetail = false) => {
    clearTimeout(timer.current);
    wanted.current = { ...wanted.current, query: typed.trim(), pageIndex: 0, ...patch };
    void navigate({ search: write(wanted.current, usual) }, { replace: isDetail, state: OWN, preventScrollReset: true });
  };
  const type = (query: string) => {
    setTyped(query);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (query.trim() !== wanted.current.query) change({ query: query.trim() }, wanted.current.query !== '');
    }, TYPING_PAUSE_MS);
  };
  return {
    ...inAddress,
    // What is being typed begins at the first page before the address says so.
    pageIndex: typed.trim() === inAddress.query ? inAddress.pageIndex : 0,
    query: typed,
    onQuery: type,
    onSorting: (sorting) => change({ sorting }),
    onPage: (pageIndex) => change({ pageIndex }),
    onPageSize: (pageSize) => change({ pageSize }),
  };
}

/** Another view of the same list asks the server nothing. */
export const keepsList = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
