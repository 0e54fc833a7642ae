import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** A header that a proxy adds to name the client or the address that it asked for. */
export const isForwardingHeader = (name: string) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

const WARNING =
  'Llegan solicitudes con encabezados de un proxy (X-Forwarded-For) y PROXY_HOPS es 0: todas cuentan como de una sola dirección. Si hay un proxy delante, pon en PROXY_HOPS cuántos son; si no lo hay, alguien los inventa y no hace falta nada.';

/** Notices requests that came through a proxy of which the settings do not know: the limits would count everybody as one address. */
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
