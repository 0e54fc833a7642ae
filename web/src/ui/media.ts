import { useSyncExternalStore } from 'react';

/** The window of a phone, or of a tablet held upright. */
const narrow = () => window.matchMedia('(max-width: 899px)');

/** The window of a phone. */
const phone = () => window.matchMedia('(max-width: 767px)');

/** In such a window what stands above a list would push it out of sight. */
const tight = () => window.matchMedia('(max-width: 1199px), (max-height: 759px)');

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const current = query();
  current.addEventListener('change', changed);
  return () => current.removeEventListener('change', changed);
};
const [followNarrow, followPhone, followTight] = [follow(narrow), follow(phone), follow(tight)];

export const isNarrow = (): boolean => narrow().matches;

/** Whether lists are rows of an agenda, with their tools behind one button. */
export const useIsNarrow = (): boolean => useSyncExternalStore(followNarrow, isNarrow);

/** Whether acts stand in a bar at the bottom. */
export const useIsPhone = (): boolean => useSyncExternalStore(followPhone, () => phone().matches);

/** Whether figures above a list are folded. */
export const useIsTight = (): boolean => useSyncExternalStore(followTight, () => tight().matches);
