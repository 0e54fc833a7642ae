const KEY = 'bitacora-hash';

/**
 * Keeps the hash in this tab while the login with the company's account leaves the page. It may hold a secret that no server should see.
 * A second try does not have it any more, so the first stays.
 */
export function keepHash(path: string): void {
  const { hash } = window.location;
  try {
    if (hash) sessionStorage.setItem(KEY, JSON.stringify({ path, hash }));
  } catch {} // storage is off: the person opens the link again
}

/** Puts the hash back where the login led to its page; call it before the router reads the address. */
export function restoreHash(): void {
  try {
    const { path, hash } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { path?: string; hash?: string };
    const { pathname, search } = window.location;
    if (path !== pathname + search) return;
    sessionStorage.removeItem(KEY);
    if (!window.location.hash) window.history.replaceState(window.history.state, '', path + hash);
  } catch {} // storage is off
}
