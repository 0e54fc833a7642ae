import type { Logger } from 'pino';

const KEEP_MS = 15 * 60_000;
const MAX_ENTRIES = 5_000;

export interface SharedWork<Outcome> {
  outcome: Promise<Outcome>;
  /** Only the first delivery shows the outcome. */
  isFirst: boolean;
}

/**
 * One piece of work for all deliveries of one event. It may forget an event, because writes carry a key of the event and the API
 * applies each key once.
 */
export function createDeliveries<Outcome>(now: () => number): (deliveryId: string, work: () => Promise<Outcome>) => SharedWork<Outcome> {
  const entries = new Map<string, { outcome: Promise<Outcome>; at: number }>();

  /** A map iterates in insertion order, so the oldest entries come first. */
  function evict() {
    for (const [id, { at }] of entries) {
      if (entries.size < MAX_ENTRIES && now() - at < KEEP_MS) return;
      entries.delete(id);
    }
  }

  return (deliveryId, work) => {
    evict();
    const earlier = entries.get(deliveryId);
    if (earlier) return { outcome: earlier.outcome, isFirst: false };
    const outcome = work();
    entries.set(deliveryId, { outcome, at: now() });
    return { outcome, isFirst: true };
  };
}

/** Work that outlives its request, so that a stop can wait for it. */
export function createBackground(log: Logger) {
  const running = new Set<Promise<void>>();
  return {
    run(work: Promise<void>) {
      const promise = work
        .catch((error: unknown) =>
          log.warn({ err: error instanceof Error ? error.message : String(error) }, 'teams: an answer was not shown'),
        )
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    /** Resolves when all of it has ended. */
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
