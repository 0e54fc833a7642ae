import type { Logger } from 'pino';

/** More than a busy company sends in a day. */
const MAX_ENTRIES = 20_000;

/** Keys seen within the last `keepMs`. */
export interface ReplayCache {
  /** False for a key that it holds already. */
  add(key: string): boolean;
}

export function createReplayCache({ keepMs, now }: { keepMs: number; now: () => number }): ReplayCache {
  const seenAt = new Map<string, number>();

  /** A map iterates in insertion order, so the oldest entries come first. */
  function evict() {
    for (const [key, at] of seenAt) {
      if (now() - at <= keepMs && seenAt.size <= MAX_ENTRIES) return;
      seenAt.delete(key);
    }
  }

  return {
    add(key) {
      evict();
      if (seenAt.has(key)) return false;
      seenAt.set(key, now());
      return true;
    },
  };
}

/** Slack repeats a delivery for at most an hour. */
const KEEP_MS = 2 * 60 * 60 * 1_000;
const DRAIN_MS = 10_000;

export interface Deliveries {
  /** Starts the work without waiting for it; false, and no work, for a repeated delivery. */
  take(id: string, work: () => Promise<void>): boolean;
  /** Resolves when all work is done, or after ten seconds. */
  drain(): Promise<void>;
}

/** Each delivery is processed once, although Slack can send it several times. */
export function createDeliveries({ log, now }: { log: Logger; now: () => number }): Deliveries {
  const deliveries = createReplayCache({ keepMs: KEEP_MS, now });
  const running = new Set<Promise<void>>();

  return {
    take(id, work) {
      if (!deliveries.add(id)) return false;
      const promise = work()
        .catch((err) => log.error({ err, deliveryId: id }, 'slack: an answer failed'))
        .finally(() => running.delete(promise));
      running.add(promise);
      return true;
    },
    async drain() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, DRAIN_MS);
      });
      await Promise.race([Promise.allSettled(running), timeout]);
      clearTimeout(timer);
    },
  };
}
