import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Whether a proxy adds this header to name the client or the requested address. */
export const isForwardingHeader = (name: string) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

const WARNING =
  'requests carry proxy headers (X-Forwarded-For) but PROXY_HOPS is 0: all of them count as one address; set PROXY_HOPS if a proxy stands in front';

/** Notices requests of a proxy that the settings do not name, because the limits would count all callers as one address. */
export function watchForwardingHeaders(proxyHops: number, now: () => Date, log: Logger) {
  let seenAt: Date | null = null;
  const watch: Middleware = (ctx, next) => {
    if (proxyHops === 0 && Object.keys(ctx.headers).some(isForwardingHeader)) {
      if (!seenAt) log.warn(WARNING);
      seenAt = now();
    }
    return next();
  };
  /** The latest such request of this process; null where there was none. */
  return { watch, lastSeenAt: () => seenAt };
}
