import type { Middleware } from 'koa';

/**
 * While the process shuts down, each answer closes its connection. Otherwise a proxy would send its next request into a closing connection,
 * and it may not repeat a write.
 */
export const drainConnections =
  (isLeaving: () => boolean): Middleware =>
  (ctx, next) => {
    if (isLeaving()) ctx.set('Connection', 'close');
    return next();
  };
