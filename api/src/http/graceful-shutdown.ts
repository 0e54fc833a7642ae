import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/**
 * While the process is leaving, each answer ends its connection. Otherwise a proxy would send its next request into a closing connection,
 * and it may not repeat a write.
 */
export const drainConnections =
  (isLeaving: () => boolean): Middleware =>
  (ctx, next) => {
    if (isLeaving()) ctx.set('Connection', 'close');
    return next();
  };

export type Shutdown = {
  /** Called at the end; the last one added goes first. */
  onEnd(close: () => Promise<void>): void;
  /** Closes everything, once, and leaves with that code. */
  end(code: number): Promise<void>;
  /** Errors of a start that is still under way are expected from then on. */
  isEnding(): boolean;
};

/** Ctrl-C, SIGTERM, the launcher's death and an error nobody caught all end the process the same way: in order, with nothing left behind. */
export function createShutdown(log: Logger): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  let isEnding = false;

  const end = async (code: number) => {
    if (isEnding) return;
    isEnding = true;
    if (closers.length) log.info('stopping');
    for (const close of closers.reverse()) await close().catch((error) => log.error({ err: error }, 'not closed completely'));
    if (closers.length) log.info('stopped');
    process.exit(code);
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  process.on('disconnect', () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'uncaught error');
      void end(1);
    });
  }
  return { onEnd: (close) => closers.push(close), end, isEnding: () => isEnding };
}
