import { useState } from 'react';

export type Theme = 'light' | 'dark';
const KEY = 'theme';

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

/** The theme on <html>, kept in this browser; `public/theme.js` sets it before the first paint. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(current);
  const toggle = () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    document.documentElement.style.colorScheme = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser that forbids storage keeps the theme until the page is left.
    }
    setTheme(next);
  };
  return [theme, toggle];
}
