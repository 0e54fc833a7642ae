import { setTimeout } from 'node:timers/promises';

/** Performs `step` at once and again after each pause, until stopped; `stop` waits for the step under way. A step reports its own failures. */
export function startBeat(pauseMs: number, step: (signal: AbortSignal) => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await step(signal);
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
