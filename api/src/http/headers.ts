import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/** What every answer carries; each kind of answer sets its own Content-Security-Policy (docs/reliability.md). */
export const headers = (isHttps: boolean): Middleware => {
  const usual = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  return (ctx, next) => {
    ctx.set('Permissions-Policy', NO_DEVICES);
    return usual(ctx, next);
  };
};

/** The page asks for no device; a phone's camera takes its picture outside of it, through the file chooser. */
const NO_DEVICES = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** JSON is never cached and never a page. */
export const apiHeaders: Middleware = async (ctx, next) => {
  ctx.set('Content-Security-Policy', NOTHING);
  ctx.set('Cache-Control', 'no-store');
  await next();
};
