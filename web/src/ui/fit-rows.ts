import { type RefObject, useEffect } from 'react';
import { isNarrow } from './use-is-narrow.ts';

/** What a screen needs besides the rows of its list, in pixels, by its path. */
const around = new Map<string, number>();
/** Before it was measured. */
const AROUND = 400;
const ROW = { table: 43, agenda: 92 } as const;
const [LEAST, MOST] = [5, 100];

/** How many rows of the list at a path fill the window. */
export function rowsThatFit(path: string): number {
  const room = window.innerHeight - (around.get(path) ?? AROUND);
  return Math.max(LEAST, Math.min(MOST, Math.floor(room / (isNarrow() ? ROW.agenda : ROW.table))));
}

/** The pager; on a phone the bar below it too. */
const below = () => (isNarrow() ? 180 : 70);
const PAUSE_MS = 200;

/** Measures what stands above the rows in `frame`, and reports when another number of rows fits. */
export function useFit(frame: RefObject<HTMLElement | null>, path: string, isFit: boolean, onChange: () => void) {
  useEffect(() => {
    if (!isFit) return;
    let fitted = rowsThatFit(path);
    const measure = () => {
      const rows = frame.current?.querySelector('tbody, .agenda-rows');
      if (!rows) return;
      around.set(path, rows.getBoundingClientRect().top + window.scrollY + below());
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
