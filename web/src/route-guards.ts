import { adminPolicy, isForDevelopers, type ManagementAct } from '@bitacora/core/domain/activity/policy';
import { frame } from '@bitacora/core/messages/layout';
import { type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router-dom';
import { appOf } from './app.ts';
import { paths } from './layout/paths.ts';

/** The query parameter that keeps where someone was going while they log in. */
const NEXT = 'next';

/** Login, and then on to where this address was going. What is behind its # stays there, where no server sees it. */
export const loginFor = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  pathname === paths.login ? paths.login : `${paths.login}?${new URLSearchParams({ [NEXT]: pathname + search })}${hash}`;

/** The address a router's request is for. Its own leaves out what is behind the #; the browser's has it, when it is the same page. */
function addressOf(request: Request): URL {
  const url = new URL(request.url);
  const { pathname, search, hash } = window.location;
  if (pathname === url.pathname && search === url.search) url.hash = hash;
  return url;
}

/** Where to go after login: /Home, or the address one was kept from. Addresses of other sites are not followed. */
export function destinationOf(url: URL): string {
  const next = url.searchParams.get(NEXT);
  if (!next?.startsWith('/')) return paths.home;
  const target = new URL(next, url.origin);
  return target.origin === url.origin ? target.pathname + target.search + url.hash : paths.home;
}

/** No session: back to login (docs/product.md, 9). */
export const requireSession: MiddlewareFunction = async (args, next) => {
  const { user } = await appOf(args).session.current();
  if (!user) throw redirect(loginFor(addressOf(args.request)));
  await next();
};

/** Screens of the office send everybody else to /Home with a notice; the server refuses by itself (docs/product.md, 2). */
export const requirePolicy =
  (act: ManagementAct): MiddlewareFunction =>
  async (args, next) => {
    const { session, notices } = appOf(args);
    const { user } = await session.current();
    if (!user || !adminPolicy[act](user)) {
      notices.show({
        title: frame.forbiddenTitle,
        detail: isForDevelopers(act) ? frame.forbiddenToOthers : frame.forbidden,
        tone: 'plain',
      });
      throw redirect(paths.home);
    }
    await next();
  };

/** Someone who is logged in has no business at the login screen, unless a mailed link brings a token to use there. */
export async function skipLogin(args: LoaderFunctionArgs) {
  const session = await appOf(args).session.current();
  const address = addressOf(args.request);
  if (session.user && !linkedReset(address.hash).has('token')) throw redirect(destinationOf(address));
  return session;
}

/** Email and token of the link in a reset or invitation mail. They ride behind the #, which browsers keep to themselves: no log has them. */
export const linkedReset = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));
