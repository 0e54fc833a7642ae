import type { Sort } from '@bitacora/core/domain/report';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router-dom';
import { type ReportState, readReportState, writeReportState } from './report-state.ts';

const TYPING_PAUSE_MS = 250;
/** Marks an address that this hook made: what was asked and typed since may be newer than it. */
const OWN = 'report';

export interface ReportControls {
  state: ReportState;
  /** What stands in the search box, a moment ahead of the report. */
  typed: string;
  /** The rows shown are those of before. */
  isBusy: boolean;
  type: (text: string) => void;
  /** Whatever changes, the first page comes, unless a page is asked for. `isDetail`: no step of its own on the way back. */
  change: (patch: Partial<ReportState>, isDetail?: boolean) => void;
}

/** The state of the report at this address, and how the person changes it. */
export function useReportState(usualSort: Sort): ReportControls {
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const leavingFor = navigation.location?.pathname ?? location.pathname;
  const state = readReportState(new URLSearchParams(location.search), usualSort);
  const isOwn = useNavigationType() !== 'POP' && location.state === OWN;

  // A change made before the last one has arrived builds on that one.
  const wanted = useRef(state);
  const timer = useRef(0);
  const [typed, setTyped] = useState(state.search);
  useEffect(() => {
    if (isOwn) return;
    wanted.current = state;
    clearTimeout(timer.current);
    setTyped(state.search);
  }, [location.key]);
  // Whoever is on the way elsewhere is not called back by what was typed a moment ago.
  useEffect(() => () => clearTimeout(timer.current), [leavingFor]);

  const change: ReportControls['change'] = (patch, isDetail = false) => {
    clearTimeout(timer.current);
    wanted.current = { ...wanted.current, search: typed.trim(), page: 1, ...patch };
    if (patch.search !== undefined) setTyped(patch.search);
    go(isDetail);
  };
  const go = (isDetail: boolean) => {
    const search = writeReportState(wanted.current, usualSort).toString();
    void navigate({ search }, { replace: isDetail, state: OWN, preventScrollReset: true });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const search = text.trim();
      if (search === wanted.current.search) return;
      const isDetail = wanted.current.search !== '';
      wanted.current = { ...wanted.current, search, page: 1 };
      go(isDetail);
    }, TYPING_PAUSE_MS);
  };
  const isBusy = navigation.state === 'loading' && navigation.location.pathname === location.pathname;
  return { state, typed, isBusy, type, change };
}
