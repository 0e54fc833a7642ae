import { useSyncExternalStore } from 'react';

/** The window of a phone or of a tablet held upright, whose menu leaves a table too little room. */
const narrow = () => window.matchMedia('(max-width: 1023px)');

/** The window of a phone. */
const phone = () => window.matchMedia('(max-width: 767px)');

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const current = query();
  current.addEventListener('change', changed);
  return () => current.removeEventListener('change', changed);
};
const [followNarrow, followPhone] = [follow(narrow), follow(phone)];

export const isNarrow = (): boolean => narrow().matches;

/** Whether lists are rows of an agenda, with their tools behind one button. */
export const useIsNarrow = (): boolean => useSyncExternalStore(followNarrow, isNarrow, () => false);

/** Whether acts stand in a bar at the bottom. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    followPhone,
    () => phone().matches,
    () => false,
  );
