import { useSyncExternalStore } from 'react';

/** The window of a phone, or of a tablet held upright. */
const narrow = () => window.matchMedia('(max-width: 899px)');

const subscribe = (changed: () => void) => {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

export const isNarrow = (): boolean => narrow().matches;

/** Whether lists are rows of an agenda, with their tools behind one button. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
