import { type Answer, browser } from '../../browser.ts';
import { type Company, secrets } from './called-company.ts';

/** Every kind of caller there is. The tokens are the owner's (two), and the responsible's and the manager's through the bot. */
export const callers = [
  'anonymous',
  'unrelated',
  'responsible',
  'owner',
  'otherOwner',
  'privileged',
  'inactive',
  'readToken',
  'writeToken',
  'chatToken',
  'privilegedToken',
  'developer',
  'bot',
] as const;
export type CallerKind = (typeof callers)[number];
export type Headers = Record<string, string>;

/** What each of them sends along: a cookie with its CSRF token, or a bearer token alone. */
export async function credentialsFor(origin: string, { sessions, tokens }: Company): Promise<Record<CallerKind, Headers>> {
  async function cookie(name: string, value: string): Promise<Headers> {
    const one = browser(origin);
    one.cookies.set(name, value);
    return { Cookie: `${name}=${value}`, 'X-CSRF-Token': await one.csrfToken() };
  }
  const bearer = (secret: string): Headers => ({ Authorization: `Bearer ${secret}` });
  const people = await Promise.all(Object.entries(sessions).map(async ([name, secret]) => [name, await cookie('sid', secret)] as const));
  return {
    anonymous: await cookie('csrf', 'galleta-de-visita'),
    readToken: bearer(tokens.read.secret),
    writeToken: bearer(tokens.write.secret),
    chatToken: bearer(tokens.chat.secret),
    privilegedToken: bearer(tokens.privileged.secret),
    bot: bearer(secrets.bot),
    ...(Object.fromEntries(people) as Record<keyof typeof sessions, Headers>),
  };
}

/** Sends a call with exactly these headers and without cookies of earlier answers. */
export const sendWith = (origin: string, headers: Headers, method: string, path: string, body?: unknown): Promise<Answer> =>
  browser(origin).call(method, path, { body, csrf: false, headers });
