import { useSyncExternalStore } from 'react';
import { onStorage } from '../storage.ts';

/** The window of a phone, or of a tablet held upright. */
const narrow = () => window.matchMedia('(max-width: 899px)');

/** Where what stands above a list would push it out of sight. */
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

export type Theme = 'light' | 'dark';
const KEY = 'theme';

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
const listeners = new Set<() => void>();
const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

function toggle() {
  const next = current() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  document.documentElement.style.colorScheme = next;
  // The bar of an installed page, in the ground of tokens.css.
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (ground) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  // Without browser storage the theme lasts until the page closes.
  onStorage(() => localStorage.setItem(KEY, next));
  for (const changed of listeners) changed();
}

/** The theme of <html>, saved in this browser. `public/theme.js` sets it before the first paint. */
export const useTheme = (): [Theme, () => void] => [useSyncExternalStore(subscribe, current), toggle];
