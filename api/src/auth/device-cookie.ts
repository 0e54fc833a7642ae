import { hashOf } from '@bitacora/core/server';
import type { Context } from 'koa';

/** Renewed at each login. */
const KEPT_MS = 180 * 24 * 3_600_000;

/** The cookie by which a browser is known again after its session ended: it opens nothing, it only spares its owner the login limits. */
export function deviceCookie({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? '__Host-device' : 'device';
  return {
    hashOf: (ctx: Context): Buffer | null => {
      const value = ctx.cookies.get(name);
      return value ? hashOf(value) : null;
    },
    give: (ctx: Context, secret: string) => {
      ctx.cookies.secure = isHttps;
      const rules = { httpOnly: true, sameSite: 'strict', secure: isHttps, path: '/', signed: false, overwrite: true } as const;
      ctx.cookies.set(name, secret, { ...rules, maxAge: KEPT_MS });
    },
  };
}

export type DeviceCookie = ReturnType<typeof deviceCookie>;
