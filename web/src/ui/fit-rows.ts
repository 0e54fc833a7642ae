import { type RefObject, useEffect } from 'react';
import { isNarrow } from './use-is-narrow.ts';

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
