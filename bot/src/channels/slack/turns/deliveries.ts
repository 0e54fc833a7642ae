import type { Logger } from 'pino';
import { remembered } from '../trust/remembered.ts';

/** Slack's last repetition comes after an hour at the latest. */
const KEPT_MS = 2 * 60 * 60 * 1_000;
const STOP_WITHIN_MS = 10_000;

export interface Deliveries {
  /** Begins the work and does not wait for it; false, and nothing begun, for a delivery met before. */
  take(id: string, work: () => Promise<void>): boolean;
  /** Resolves once all that was begun is done, or after ten seconds. */
  drain(): Promise<void>;
}

/** Every delivery is worked on once, however often and however soon it comes again. */
export function createDeliveries({ log, now }: { log: Logger; now: () => number }): Deliveries {
  const met = remembered({ keptMs: KEPT_MS, now });
  const running = new Set<Promise<void>>();

  return {
    take(id, work) {
      if (!met.meet(id)) return false;
      const done = work()
        .catch((err) => log.error({ err }, 'slack: an answer failed'))
        .finally(() => running.delete(done));
      running.add(done);
      return true;
    },
    async drain() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS);
      });
      await Promise.race([Promise.allSettled(running), late]);
      clearTimeout(timer);
    },
  };
}
