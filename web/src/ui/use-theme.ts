import { useSyncExternalStore } from 'react';

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
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that forbids storage keeps the theme until the page is left.
  }
  for (const changed of listeners) changed();
}

/** The theme on <html>, kept in this browser; `public/theme.js` sets it before the first paint. */
export const useTheme = (): [Theme, () => void] => [useSyncExternalStore(subscribe, current), toggle];
