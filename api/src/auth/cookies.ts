import { createHmac, randomBytes } from 'node:crypto';
import { hashOf, isSame, keyFor, sealingFor } from '@bitacora/core/server';
import type { Context } from 'koa';

/** Sets a cookie that no script can read, or removes it (null). */
function setCookie(ctx: Context, isHttps: boolean, name: string, value: string | null, more: { sameSite?: 'lax'; maxAge?: number } = {}) {
  ctx.cookies.secure = isHttps;
  const rules = { httpOnly: true, sameSite: 'strict', secure: isHttps, path: '/', signed: false, overwrite: true } as const;
  ctx.cookies.set(name, value, { ...rules, ...more });
}

/** The device cookie is kept this long after the last login, in ms. */
const KEPT_MS = 180 * 24 * 3_600_000;

/** The cookie that identifies a browser after its session ended. It gives no access; it only exempts its owner from the login limits of strangers. */
export function deviceCookie({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? '__Host-device' : 'device';
  return {
    hashOf: (ctx: Context): Buffer | null => {
      const value = ctx.cookies.get(name);
      return value ? hashOf(value) : null;
    },
    give: (ctx: Context, secret: string) => setCookie(ctx, isHttps, name, secret, { maxAge: KEPT_MS }),
  };
}

export type DeviceCookie = ReturnType<typeof deviceCookie>;

/** The state of a login with the company's account, which is needed when the browser comes back from the provider. */
export interface StartedLogin {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** An address of our own pages; null for the first one. */
  next: string | null;
  /** True where the provider was asked to see the person again, because an act needs it. */
  isConfirmation: boolean;
  /** Names the session that the browser had, in base64url, because its cookie does not come along from another site. */
  endedIdHash: string | null;
  /** Epoch in ms. */
  startedAt: number;
}

const LOGIN_MS = 10 * 60_000;

/**
 * The cookie of a login that the browser has begun, sealed with a key of SESSION_SECRET, so that every process opens it. Lax, because the
 * browser comes back from another site and would leave a strict one out.
 */
export function companyLoginCookie({ secrets, isHttps }: Pick<CookieSettings, 'secrets' | 'isHttps'>) {
  const name = isHttps ? '__Host-login' : 'login';
  const sealing = sealingFor('company-login', secrets);
  const set = (ctx: Context, value: string | null) =>
    setCookie(ctx, isHttps, name, value, { sameSite: 'lax', ...(value !== null && { maxAge: LOGIN_MS }) });

  return {
    give: (ctx: Context, started: StartedLogin) => set(ctx, sealing.seal(JSON.stringify(started)).toString('base64url')),

    /** Returns a login that was begun within the last ten minutes, or null. Removes the cookie, so that each login can be finished once. */
    take(ctx: Context, now: Date): StartedLogin | null {
      const value = ctx.cookies.get(name);
      if (!value) return null;
      set(ctx, null);
      const content = sealing.open(Buffer.from(value, 'base64url'));
      const started: StartedLogin | null = content && JSON.parse(content.text);
      return started && now.getTime() - started.startedAt <= LOGIN_MS ? started : null;
    },
  };
}

export type LoginCookie = ReturnType<typeof companyLoginCookie>;

/** A token has at most this many signatures: one for each key of the process that issued it. */
const SIGNATURES_MAX = 2;

export interface CookieSettings {
  /** The present secret, and the previous one during a change. */
  secrets: readonly string[];
  isHttps: boolean;
  origins: readonly string[];
}

/** The session's cookie and the CSRF token bound to it; before login the token is bound to a random cookie of its own. */
export function sessionCookie({ secrets, isHttps, origins }: CookieSettings) {
  const keys = secrets.map((secret) => keyFor('csrf', secret));
  const prefix = isHttps ? '__Host-' : '';
  const names = { session: `${prefix}sid`, anonymous: `${prefix}csrf` };

  const set = (ctx: Context, name: string, value: string | null) => setCookie(ctx, isHttps, name, value);
  const readSecret = (ctx: Context) => ctx.cookies.get(names.session) || null;
  const readBinding = (ctx: Context) => readSecret(ctx) ?? ctx.cookies.get(names.anonymous) ?? null;
  const signatures = (binding: string, nonce: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${binding}|${nonce}`).digest('base64url'));

  /** One valid signature is enough, because another replica may not know the new key yet or may have dropped the old one. */
  function isSigned(binding: string, token: string): boolean {
    const [nonce = '', ...signedParts] = token.split('.', 1 + SIGNATURES_MAX);
    const expected = signatures(binding, nonce).map(hashOf);
    return signedParts.map(hashOf).some((one) => expected.some((other) => isSame(one, other)));
  }

  /** Returns whether a page of another origin caused the request. Old browsers do not always send the origin. */
  function isForeign(ctx: Context): boolean {
    const site = ctx.get('Sec-Fetch-Site');
    const origin = ctx.get('Origin');
    return site ? site !== 'same-origin' && site !== 'none' : origin !== '' && !origins.includes(origin);
  }

  /** The hash is kept for each request, because one request asks for it several times. */
  const idHashes = new WeakMap<Context, Buffer | null>();

  return {
    idHashOf(ctx: Context): Buffer | null {
      const present = idHashes.get(ctx);
      if (present !== undefined) return present;
      const value = readSecret(ctx);
      const idHash = value ? hashOf(value) : null;
      idHashes.set(ctx, idHash);
      return idHash;
    },
    give: (ctx: Context, sessionSecret: string) => set(ctx, names.session, sessionSecret),
    take: (ctx: Context) => set(ctx, names.session, null),

    csrfToken(ctx: Context): string {
      let binding = readBinding(ctx);
      if (!binding) {
        binding = randomBytes(16).toString('base64url');
        set(ctx, names.anonymous, binding);
      }
      const nonce = randomBytes(16).toString('base64url');
      return [nonce, ...signatures(binding, nonce)].join('.');
    },

    isForeign,

    /** Returns whether the request surely comes from our own page, so that no other site caused it. */
    isOwnPage(ctx: Context): boolean {
      const binding = readBinding(ctx);
      return Boolean(binding && !isForeign(ctx) && isSigned(binding, ctx.get('X-CSRF-Token')));
    },
  };
}

export type SessionCookie = ReturnType<typeof sessionCookie>;
