import { keptSize, numberIn, type PageSize, type SizedPage } from '@bitacora/core/domain/reports/list-address';
import { PAGE_SIZE_MAX, type SavedViewScreen } from '@bitacora/core/domain/reports/report';
import { type RefObject, useEffect } from 'react';
import { useApp, useSession } from '../app.ts';
import type { CurrentUser, Session } from '../session-memory.ts';
import { isNarrow } from './media.ts';

export function writeSize(address: URLSearchParams, { size, isFit }: SizedPage, kept: PageSize) {
  const sizeWord = isFit ? 'fit' : size;
  if (sizeWord !== kept) address.set('size', String(sizeWord));
}

/** One page of a list whose size nobody keeps. */
export interface ListPage {
  page: number;
  size: number;
}
const LIST_SIZE = 25;
export const ID_MAX = 2_147_483_647;

export const pageIn = (address: URLSearchParams): ListPage => ({
  page: numberIn(address, 'page', 1_000_000_000, 1),
  size: numberIn(address, 'size', PAGE_SIZE_MAX, LIST_SIZE),
});

/** Writes the state of such a list to an address, without default values. */
export function writeListState({ page, size, ...state }: ListPage): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) if (value) address.set(name, String(value));
  if (page > 1) address.set('page', String(page));
  if (size !== LIST_SIZE) address.set('size', String(size));
  return address;
}

/** The size of a list that the person chose, and how they choose another. */
export function useKeptSize(screen: SavedViewScreen): [PageSize, (size: PageSize) => void] {
  const { user } = useSession();
  const { background, session } = useApp();
  const keep = (chosen: PageSize) => {
    const listSize = { screen, size: chosen === 'fit' ? null : chosen };
    session.amend((before) => withSize(before, listSize));
    background.client.saveListSize(listSize).catch(() => {}); // ignored, because this visit has the size all the same
  };
  return [keptSize(user, screen), keep];
}

function withSize(session: Session, kept: CurrentUser['listSizes'][number]): Session {
  if (!session.user) return session;
  const others = session.user.listSizes.filter(({ screen }) => screen !== kept.screen);
  return { ...session, user: { ...session.user, listSizes: [...others, kept] } };
}

interface ScreenMeasure {
  /** What a screen needs besides the rows of its list, in pixels. */
  around: number;
  row: number;
}
/** By the path of the list. */
const measures = new Map<string, ScreenMeasure>();
/** Before it was measured. */
const AROUND = 400;
const ROW = { table: 41, agenda: 92 } as const;
const [LEAST, MOST] = [5, 100];

/** How many rows of the list at a path fill the window. */
export function rowsThatFit(path: string): number {
  const { around, row } = measures.get(path) ?? { around: AROUND, row: isNarrow() ? ROW.agenda : ROW.table };
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
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', later);
    };
  }, [isFit, path]);
}
