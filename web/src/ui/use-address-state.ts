import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router-dom';

/** Marks an address that this hook made: what was asked and typed since may be newer than it. */
const OWN_NAVIGATION = 'list';

export interface AddressState<State> {
  state: State;
  /** What stands in the search box, a moment ahead of the address. */
  typed: string;
  type: (text: string) => void;
  /** Whatever changes, the first page comes, unless a page is asked for. `isDetail`: no step of its own on the way back. */
  change: (patch: Partial<State>, isDetail?: boolean) => void;
}

/** What a table makes of its rows, kept in the address of its screen; the address follows a pause in typing. */
export function useAddressState<State extends { search: string; page: number }>(
  read: (address: URLSearchParams) => State,
  write: (state: State) => URLSearchParams,
): AddressState<State> {
  const location = useLocation();
  const navigate = useNavigate();
  const leavingFor = useNavigation().location?.pathname ?? location.pathname;
  const isOwn = useNavigationType() !== 'POP' && location.state === OWN_NAVIGATION;
  const state = read(new URLSearchParams(location.search));

  // A change made before the last one has arrived builds on that one.
  const latest = useRef(state);
  const pause = useRef(createTypingPause()).current;
  const [typed, setTyped] = useState(state.search);
  useEffect(() => {
    if (isOwn) return;
    latest.current = state;
    pause.forget();
    setTyped(state.search);
  }, [location.key]);
  // Whoever is on the way elsewhere is not called back by what was typed a moment ago.
  useEffect(() => pause.forget, [leavingFor]);
  // Nor is whoever clicks, though a busy browser tells that they are on the way only after the pause.
  useEffect(() => {
    document.addEventListener('click', pause.end, true);
    return () => document.removeEventListener('click', pause.end, true);
  }, []);

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
  return { state, typed, type, change };
}

export function numberIn(address: URLSearchParams, name: string, max: number, otherwise: number): number {
  const number = Number(address.get(name) ?? otherwise);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : otherwise;
}

const TYPING_PAUSE_MS = 250;

/** What is done once somebody has stopped typing: `end` does it now, `forget` never. */
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
