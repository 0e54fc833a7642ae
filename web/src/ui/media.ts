import { createContext, use, useSyncExternalStore } from 'react';

/** The width of the window for which the server draws, in px. */
export const DrawnWidth = createContext(0);

/** Tells whether the window is at most so wide, in px, at any time and while rendering. */
function createWidthCheck(max: number) {
  const query = () => window.matchMedia(`(max-width: ${max}px)`);
  const isAtMost = () => query().matches;
  const follow = (changed: () => void) => {
    const current = query();
    current.addEventListener('change', changed);
    return () => current.removeEventListener('change', changed);
  };
  const useIsAtMost = () => {
    const drawnWidth = use(DrawnWidth);
    return useSyncExternalStore(follow, isAtMost, () => drawnWidth <= max);
  };
  return [isAtMost, useIsAtMost] as const;
}

/** The window of a phone or of a tablet held upright: lists are rows of an agenda, with their tools behind one button. */
export const [isNarrow, useIsNarrow] = createWidthCheck(1023);

/** The window of a phone: acts stand in a bar at the bottom. */
export const [, useIsPhone] = createWidthCheck(767);
