import { useSyncExternalStore } from 'react';

/** The window of a phone, or of a tablet held upright. */
const narrow = () => window.matchMedia('(max-width: 899px)');

/** In such a window what stands above a list would push it out of sight. */
const tight = () => window.matchMedia('(max-width: 1199px), (max-height: 759px)');

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const current = query();
  current.addEventListener('change', changed);
  return () => current.removeEventListener('change', changed);
};
const [followNarrow, followTight] = [follow(narrow), follow(tight)];

export const isNarrow = (): boolean => narrow().matches;

/** Whether lists are rows of an agenda, with their tools behind one button. */
export const useIsNarrow = (): boolean => useSyncExternalStore(followNarrow, isNarrow);

/** Whether figures above a list are folded. */
export const useIsTight = (): boolean => useSyncExternalStore(followTight, () => tight().matches);
