import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme on <html>, for what style sheets cannot colour. */
export const useThemeName = (): string => useSyncExternalStore(subscribe, () => root.dataset.theme ?? 'light');
