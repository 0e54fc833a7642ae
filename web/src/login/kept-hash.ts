import { paths } from '../layout/paths.ts';

const KEY = 'bitacora-hash';

/**
 * Keeps the link of a chat in this tab while the login with the company's account leaves the page. No server should see its code.
 * Other hashes are not kept: that of a reset opens the account. A second try does not have it any more, so the first stays.
 */
export function keepHash(path: string): void {
  const { hash } = window.location;
  try {
    if (hash.startsWith('#chat_link=')) sessionStorage.setItem(KEY, JSON.stringify({ path, hash }));
  } catch {} // storage is off: the person opens the link again
}

/** A login has come to its end, or a logout: the next person in this tab gets nothing of it. */
export function forgetHash(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {} // storage is off
}

/** Puts the hash back where the login led to its page, and forgets it on any other; call it before the router reads the address. */
export function restoreHash(): void {
  const { pathname, search } = window.location;
  if (pathname === paths.login) return; // the login failed, and may be tried again
  try {
    const { path, hash } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { path?: string; hash?: string };
    forgetHash();
    if (path === pathname + search && !window.location.hash) window.history.replaceState(window.history.state, '', path + hash);
  } catch {} // storage is off
}
