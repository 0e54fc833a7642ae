import { adminPolicy, isForDevelopers, type ManagementAct } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router-dom';
import { getApp } from './app.ts';
import { paths } from './paths.ts';

/** The query parameter with the address to open after login. */
const NEXT = 'next';

/** The query parameter that says that a session ended while the page was in use. */
const ENDED = 'ended';

/** The query parameter with the reason why a login with the company's account failed. */
const COMPANY_LOGIN = 'company_login';

/** The query parameter that shows the password form where passwords are off, for a Desarrollador who may use one for a day. */
const PASSWORD = 'password';

/** The address of the login, or of what stands before a page, that leads on to this one. The hash stays a hash, because servers must not see it. */
export function loginFor(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  isEnded = false,
  step: string = paths.login,
): string {
  if (pathname === paths.login) return paths.login;
  return `${step}?${new URLSearchParams({ [NEXT]: pathname + search, ...(isEnded && { [ENDED]: '1' }) })}${hash}`;
}

export const hasEnded = (search: string): boolean => new URLSearchParams(search).has(ENDED);

export const readCompanyProblem = (search: string): string | null => new URLSearchParams(search).get(COMPANY_LOGIN);

export const wantsPassword = (search: string): boolean => new URLSearchParams(search).has(PASSWORD);

/**
 * The address of a router's request. The hash comes from the browser, because requests leave it out: it shows that address, or still the
 * login or the setup that leads there.
 */
export function requestAddress(request: Request): URL {
  const url = new URL(request.url);
  // The server draws the page without a hash.
  const page = new URL(globalThis.window?.location.href ?? url);
  for (const at of [new URL(readDestination(page), page), page])
    if (at.pathname + at.search === url.pathname + url.search) url.hash = at.hash;
  return url;
}

/**
 * Where to go after login: the address in `next`, or /Home. Addresses of other sites are ignored, also '/x/..//site', which is '//site'. It
 * agrees with `ownAddress` of core, whose weight every page would carry.
 */
export function readDestination(url: URL): string {
  const next = url.searchParams.get(NEXT);
  if (!next?.startsWith('/') || !URL.canParse(next, url.origin)) return paths.home;
  const target = new URL(next, url.origin);
  const isOwn = target.origin === url.origin && !target.pathname.startsWith('//');
  return isOwn ? target.pathname + target.search + url.hash : paths.home;
}

/** Redirects to login without a session (docs/product.md, 9), and to the setup of a second factor that the person must have. */
export const requireSession: MiddlewareFunction = async (args, next) => {
  const { session } = getApp(args);
  const hadUser = session.hadUser();
  const { user, isSecondFactorDue } = await session.current();
  const address = requestAddress(args.request);
  if (!user) throw redirect(loginFor(address, hadUser));
  if (isSecondFactorDue) throw redirect(loginFor(address, false, paths.secondFactor));
  await next();
};

/** Sends people without the permission to /Home with a notice. The server checks it too (docs/product.md, 2). */
export const requirePolicy =
  (act: ManagementAct): MiddlewareFunction =>
  async (args, next) => {
    const { session, notices } = getApp(args);
    const { user } = await session.current();
    if (!user || !adminPolicy[act](user)) {
      notices.show({
        title: frame.forbiddenTitle,
        detail: isForDevelopers(act) ? frame.forbiddenToOthers : frame.forbidden,
        tone: 'refused',
      });
      throw redirect(paths.home);
    }
    await next();
  };

/** Redirects people with a session away from login, unless a mailed link brings a token. */
export async function skipLogin(args: LoaderFunctionArgs) {
  const session = await getApp(args).session.current();
  const address = requestAddress(args.request);
  if (session.user && !linkedReset(address.hash).has('token')) throw redirect(readDestination(address));
  return session;
}

/** Email and token of the link in a reset or invitation mail. They are in the hash, which never reaches a log. */
export const linkedReset = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));

const HASH_KEY = 'bitacora-hash';

/**
 * Keeps the link of a chat in this tab while the login with the company's account leaves the page. No server should see its code.
 * Other hashes are not kept: that of a reset opens the account. A second try does not have it any more, so the first stays.
 */
export function keepHash(path: string): void {
  const { hash } = window.location;
  try {
    if (hash.startsWith('#chat_link=')) sessionStorage.setItem(HASH_KEY, JSON.stringify({ path, hash }));
  } catch {} // storage is off: the person opens the link again
}

/** Forgets the hash after a login or a logout, because the next person in this tab must not get it. */
export function forgetHash(): void {
  try {
    sessionStorage.removeItem(HASH_KEY);
  } catch {} // storage is off
}

/** Puts the hash back where the login led to its page, and forgets it on any other; call it before the router reads the address. */
export function restoreHash(): void {
  const { pathname, search } = window.location;
  if (pathname === paths.login) return; // the login failed, and may be tried again
  try {
    const { path, hash } = JSON.parse(sessionStorage.getItem(HASH_KEY) ?? '{}') as { path?: string; hash?: string };
    forgetHash();
    if (path === pathname + search && !window.location.hash) window.history.replaceState(window.history.state, '', path + hash);
  } catch {} // storage is off
}
