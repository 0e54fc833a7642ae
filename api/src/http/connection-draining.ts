import type { Middleware } from 'koa';

/**
 * While the process is leaving, each answer ends its connection: a proxy that keeps connections would send the next request into the one
 * that is being closed, and may not repeat a write.
 */
export const drainConnections =
  (isLeaving: () => boolean): Middleware =>
  (ctx, next) => {
    if (isLeaving()) ctx.set('Connection', 'close');
    return next();
  };
