import { createContext, use, useSyncExternalStore } from 'react';

const [NARROW_MAX, PHONE_MAX] = [1023, 767];
/** The width of the window for which the server draws, in px. */
export const DrawnWidth = createContext(NARROW_MAX + 1);

/** The window of a phone or of a tablet held upright, whose menu leaves a table too little room. */
const narrow = () => window.matchMedia(`(max-width: ${NARROW_MAX}px)`);

/** The window of a phone. */
const phone = () => window.matchMedia(`(max-width: ${PHONE_MAX}px)`);

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const current = query();
  current.addEventListener('change', changed);
  return () => current.removeEventListener('change', changed);
};
const [followNarrow, followPhone] = [follow(narrow), follow(phone)];

export const isNarrow = (): boolean => narrow().matches;

function useWindow(query: () => MediaQueryList, followQuery: ReturnType<typeof follow>, max: number): boolean {
  const drawnWidth = use(DrawnWidth);
  return useSyncExternalStore(
    followQuery,
    () => query().matches,
    () => drawnWidth <= max,
  );
}

/** Whether lists are rows of an agenda, with their tools behind one button. */
export const useIsNarrow = (): boolean => useWindow(narrow, followNarrow, NARROW_MAX);

/** Whether acts stand in a bar at the bottom. */
export const useIsPhone = (): boolean => useWindow(phone, followPhone, PHONE_MAX);
