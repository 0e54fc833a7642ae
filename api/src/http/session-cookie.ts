import { createHmac, randomBytes } from 'node:crypto';
import { Refused } from '@bitacora/core/domain/refusal';
import { hashOf, keyFor } from '@bitacora/core/server';
import type { Context } from 'koa';

export interface CookieParts {
  secret: string;
  isHttps: boolean;
  /** Where pages of ours may come from: scheme, host and port. */
  origins: readonly string[];
}

/** The session's cookie and the CSRF token bound to it; before login the token is bound to a random cookie of its own. */
export function sessionCookie({ secret, isHttps, origins }: CookieParts) {
  const key = keyFor('csrf', secret);
  const prefix = isHttps ? '__Host-' : '';
  const names = { session: `${prefix}sid`, anonymous: `${prefix}csrf` };

  const set = (ctx: Context, name: string, value: string | null) => {
    ctx.cookies.secure = isHttps;
    ctx.cookies.set(name, value, { httpOnly: true, sameSite: 'strict', secure: isHttps, path: '/', signed: false, overwrite: true });
  };
  const secretOf = (ctx: Context) => ctx.cookies.get(names.session) || null;
  const bindingOf = (ctx: Context) => secretOf(ctx) ?? ctx.cookies.get(names.anonymous) ?? null;
  const signed = (binding: string, nonce: string) =>
    `${nonce}.${createHmac('sha256', key).update(`${binding}|${nonce}`).digest('base64url')}`;

  return {
    idHashOf: (ctx: Context): Buffer | null => {
      const value = secretOf(ctx);
      return value ? hashOf(value) : null;
    },
    give: (ctx: Context, sessionSecret: string) => set(ctx, names.session, sessionSecret),
    take: (ctx: Context) => set(ctx, names.session, null),

    /** A token for whoever asks, bound to the session, or to a cookie made for the purpose. */
    csrfToken(ctx: Context): string {
      let binding = bindingOf(ctx);
      if (!binding) {
        binding = randomBytes(16).toString('base64url');
        set(ctx, names.anonymous, binding);
      }
      return signed(binding, randomBytes(16).toString('base64url'));
    },

    /** Refuses a state-changing call that another site could have caused. */
    demandOwnPage(ctx: Context): void {
      const site = ctx.get('Sec-Fetch-Site');
      const origin = ctx.get('Origin');
      const isForeign = site ? site !== 'same-origin' && site !== 'none' : origin !== '' && !origins.includes(origin);
      const given = ctx.get('X-CSRF-Token');
      const binding = bindingOf(ctx);
      const expected = binding ? signed(binding, given.split('.')[0] ?? '') : '';
      if (isForeign || !binding || !hashOf(given).equals(hashOf(expected))) throw new Refused({ code: 'session.forged' });
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
