import { AsyncLocalStorage } from 'node:async_hooks';

interface ShutdownLog {
  info(message: string): void;
  error(facts: object, message: string): void;
  fatal(facts: object, message: string): void;
}

export type Shutdown = {
  /** Called at the end; the last one added goes first. */
  onEnd(close: () => Promise<void>): void;
  end(code: number): Promise<void>;
  /** Errors of a start that is still under way are expected from then on. */
  isEnding(): boolean;
};

/** Twenty seconds are promised, and the launcher waits a moment more than this. */
const LIMIT_MS = 18_000;
/** A terminal signals the whole group, and npm and the launcher pass the signal on: what comes within this time is one signal. */
const ONE_SIGNAL_MS = 400;

const harmless = new AsyncLocalStorage<true>();

/** Runs work whose errors are logged, but do not end the process where nobody catches them. */
export const withoutEnding = <Result>(work: () => Result): Result => harmless.run(true, work);

/**
 * Ctrl-C, SIGTERM, the launcher's death and an error nobody caught all end the process the same way: in order, with nothing left behind.
 * After 18 s, or at a second signal, it ends as it is; `drainMs` is added for requests that still come.
 */
export function createShutdown(log: ShutdownLog, { drainMs = 0, limitMs = LIMIT_MS } = {}): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  let endedAt: number | null = null;

  const end = async (code: number) => {
    if (endedAt !== null) return;
    endedAt = performance.now();
    const withinMs = limitMs + drainMs;
    setTimeout(endAtOnce, withinMs, 'not stopped in time').unref();
    if (process.connected) process.send?.({ endsWithinMs: withinMs }, undefined, undefined, () => {});
    if (closers.length) log.info('stopping');
    for (const close of closers.reverse()) await close().catch((error) => log.error({ err: error }, 'not closed completely'));
    if (closers.length) log.info('stopped');
    process.exit(code);
  };

  /** A thread that waits for a disk keeps `process.exit` for ever, so the process kills itself. */
  function endAtOnce(reason: string): void {
    log.error({}, reason);
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (endedAt !== null && performance.now() - endedAt > ONE_SIGNAL_MS) endAtOnce('stopped at once: a second signal');
      void end(0);
    });
  process.on('disconnect', () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      const isHarmless = harmless.getStore();
      log[isHarmless ? 'error' : 'fatal']({ err: error }, 'uncaught error');
      if (!isHarmless) void end(1);
    });
  }
  return { onEnd: (close) => closers.push(close), end, isEnding: () => endedAt !== null };
}
