import { type PageSize, readNumber } from '@bitacora/core/domain/reports/list-address';
import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import { useEffect, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router-dom';
import { listen } from '../app/listeners.ts';

/** Marks navigations by this hook, because later input may be newer than their address. */
const OWN_NAVIGATION = 'list';

export interface AddressState<State> {
  state: State;
  /** The text of the search box, ahead of the address. */
  typed: string;
  type: (text: string) => void;
  /** Every change without a page returns to the first page. `isDetail` replaces the history entry. */
  change: (patch: Partial<State>, isDetail?: boolean) => void;
  /** The next rows are loading. */
  isBusy: boolean;
}

/** Keeps the state of a table in the address, which follows when typing pauses. */
export function useAddressState<State extends { search?: string; page: number }>(
  read: (address: URLSearchParams) => State,
  write: (state: State) => URLSearchParams,
): AddressState<State> {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const leavingFor = navigation.location?.pathname ?? location.pathname;
  const isOwn = useNavigationType() !== 'POP' && location.state === OWN_NAVIGATION;
  const state = read(new URLSearchParams(location.search));

  // The latest state, because a second change may come before the first navigation ends.
  const latest = useRef(state);
  const pause = useRef(createTypingPause()).current;
  const [typed, setTyped] = useState(state.search ?? '');
  useEffect(() => {
    if (isOwn) return;
    latest.current = state;
    pause.forget();
    setTyped(state.search ?? '');
  }, [location.key]);
  // Navigation elsewhere drops pending typing.
  useEffect(() => pause.forget, [leavingFor]);
  // A click applies pending typing, because a busy browser reports the navigation late.
  useEffect(() => listen(document, { click: pause.end }, true), []);

  const go = (patch: Partial<State>, isDetail: boolean) => {
    pause.forget();
    latest.current = { ...latest.current, page: 1, ...patch };
    void navigate({ search: write(latest.current).toString() }, { replace: isDetail, state: OWN_NAVIGATION, preventScrollReset: true });
  };
  const change = (patch: Partial<State>, isDetail = false) => {
    if (patch.search !== undefined) setTyped(patch.search);
    go({ search: typed.trim(), ...patch }, isDetail);
  };
  const type = (text: string) => {
    setTyped(text);
    const search = text.trim();
    pause.begin(() => {
      if (search !== latest.current.search) go({ search } as Partial<State>, latest.current.search !== '');
    });
  };
  return { state, typed, type, change, isBusy: navigation.state === 'loading' && leavingFor === location.pathname };
}

const TYPING_PAUSE_MS = 250;

/** Delays a callback until typing pauses: `end` runs it now, `forget` drops it. */
function createTypingPause() {
  let timer = 0;
  let then: (() => void) | null = null;
  const forget = () => {
    clearTimeout(timer);
    then = null;
  };
  const end = () => {
    const due = then;
    forget();
    due?.();
  };
  const begin = (act: () => void) => {
    clearTimeout(timer);
    then = act;
    timer = window.setTimeout(end, TYPING_PAUSE_MS);
  };
  return { begin, end, forget };
}

/** Reads a page again, when its address changes, only where one of these parts of it does. */
export const rereadFor =
  (...names: readonly string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean => {
    const isSame = names.every((name) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name));
    return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && isSame ? false : defaultShouldRevalidate;
  };

/** One page of a list whose page size is not saved. */
export interface ListPage {
  page: number;
  size: number;
}
const LIST_SIZE = 25;
export const ID_MAX = 2_147_483_647;

export const readListPage = (address: URLSearchParams): ListPage => ({
  page: readNumber(address, 'page', 1_000_000_000, 1),
  size: readNumber(address, 'size', PAGE_SIZE_MAX, LIST_SIZE),
});

/** Writes the state of a list to an address, without default values. */
export function writeListState(
  { page, size, isFit, ...state }: ListPage & { isFit?: boolean; sort?: string },
  usualSize: PageSize = LIST_SIZE,
): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) if (value) address.set(name, String(value));
  if (page > 1) address.set('page', String(page));
  const sizeWord = isFit ? 'fit' : size;
  if (sizeWord !== usualSize) address.set('size', String(sizeWord));
  return address;
}
