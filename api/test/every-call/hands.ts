import { type Answer, browser } from '../browser.ts';
import { type Company, secrets } from './company.ts';

/** Every kind of caller there is. The three tokens are the owner's, the responsible's through the bot, and the manager's. */
export const hands = [
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
export type Hand = (typeof hands)[number];

export type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Calls as each of them would: with cookie and CSRF token, with neither, or with a bearer token alone. */
export async function handsOn(origin: string, { sessions, tokens }: Company): Promise<Record<Hand, Send>> {
  const bearing =
    (secret: string): Send =>
    (method, path, body, headers) =>
      browser(origin).call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${secret}`, ...headers } });

  /** The cookie as it was, whatever an earlier answer did to it. */
  async function holding(cookies: Record<string, string>): Promise<Send> {
    const fresh = () => {
      const one = browser(origin);
      for (const [name, value] of Object.entries(cookies)) one.cookies.set(name, value);
      return one;
    };
    const csrf = await fresh().csrfToken();
    return (method, path, body, headers) =>
      fresh().call(method, path, { body, csrf: false, headers: { 'X-CSRF-Token': csrf, ...headers } });
  }
  const inside = (name: keyof typeof sessions) => holding({ sid: sessions[name] });

  return {
    anonymous: await holding({ csrf: 'galleta-anonima' }),
    unrelated: await inside('unrelated'),
    responsible: await inside('responsible'),
    owner: await inside('owner'),
    otherOwner: await inside('otherOwner'),
    privileged: await inside('privileged'),
    inactive: await inside('inactive'),
    readToken: bearing(tokens.read.secret),
    writeToken: bearing(tokens.write.secret),
    chatToken: bearing(tokens.chat.secret),
    privilegedToken: bearing(tokens.privileged.secret),
    developer: await inside('developer'),
    bot: bearing(secrets.bot),
  };
}
