import { setTimeout } from 'node:timers/promises';
import { Histogram } from 'prom-client';

export interface Job {
  stop(): Promise<void>;
}

/**
 * Performs `step` at once and again after each pause, until stopped or the pause is null. `stop` waits for the step under way, at most
 * `patienceMs`. A step reports its own failures.
 */
export function startBeat(
  pauseMs: number | (() => number | null),
  step: (signal: AbortSignal) => Promise<unknown>,
  patienceMs?: number,
): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await step(signal);
      const nextMs = typeof pauseMs === 'number' ? pauseMs : pauseMs();
      if (nextMs === null) return;
      await setTimeout(nextMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await (patienceMs === undefined ? running : Promise.race([running, setTimeout(patienceMs)]));
    },
  };
}

/** Shorter than the time that a container has to stop. */
export const STOP_MS = 8_000;

/** Returns the result of `work`, or `otherwise` where it fails or takes longer than `ms`. */
export const withTimeout = <Value, Otherwise>(work: Promise<Value>, ms: number, otherwise: Otherwise): Promise<Value | Otherwise> =>
  Promise.race([work.catch(() => otherwise), setTimeout(ms, otherwise, { ref: false })]);

/** Caches the last result for `ms`. Parallel callers share one read. */
export function cacheFor<Value>(ms: number, read: () => Promise<Value>, now: () => number = () => performance.now()): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  let readAt = 0;
  let isPending = false;
  return () => {
    if (current && (isPending || now() - readAt < ms)) return current;
    current = read().finally(() => {
      isPending = false;
      readAt = now();
    });
    isPending = true;
    return current;
  };
}

/** Runs that many lanes in parallel and returns the sum of their results. Throws once all ended where one threw. */
export async function runInLanes(count: number, lane: () => Promise<number>): Promise<number> {
  const lanes = await Promise.allSettled(Array.from({ length: count }, lane));
  const failed = lanes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return lanes.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0);
}

export const jobSeconds = new Histogram({
  name: 'bitacora_job_seconds',
  help: 'Duration of jobs, by job and outcome.',
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 60, 300],
  registers: [],
});

export async function measureJob<Result>(
  job: 'reminders' | 'repeat' | 'delivery' | 'push' | 'tidy' | 'seal' | 'witness' | 'search' | 'webhook',
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = jobSeconds.startTimer({ job });
  try {
    const result = await work();
    stop({ outcome: 'done' });
    return result;
  } catch (error) {
    stop({ outcome: 'failed' });
    throw error;
  }
}
