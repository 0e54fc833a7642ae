import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** An answer that is there by then goes into the HTTP answer itself. */
const PROMPT_MS = 200;
/** Every HTTP answer is begun by then, whatever is still being looked at. */
const LAST_MS = 300;

const arrivals = new AsyncLocalStorage<number>();

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | null> {
  const settled = new AbortController();
  try {
    return await Promise.race([work, pause(Math.max(0, ms), null, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
}

/** Null when the request that caused this has waited long enough; the work goes on. */
export function promptly<Value>(work: Promise<Value>): Promise<Value | null> {
  const arrivedAt = arrivals.getStore() ?? performance.now();
  return within(PROMPT_MS - (performance.now() - arrivedAt), work);
}

/** Begins the clock of one request; null when its time is up. */
export function answeredInTime<Value>(arrivedAt: number, work: () => Promise<Value>): Promise<Value | null> {
  const answered = arrivals.run(arrivedAt, work);
  return within(LAST_MS - (performance.now() - arrivedAt), answered);
}
