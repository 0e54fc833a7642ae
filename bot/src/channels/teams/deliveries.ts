import type { Logger } from 'pino';
import type { TeamsReference } from './api.ts';

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

const MAX_MESSAGES = 5_000;

/** The user is part of the key, because ids of messages are times and two people can have the same one. */
const keyOf = ({ user }: TeamsReference, message: string) => JSON.stringify([user, message]);

/** Which activities a message shows, for images that answer it. The bot asks the person where it has no entry any more. */
export class MessageActivities {
  readonly #byMessage = new Map<string, readonly number[]>();

  set(to: TeamsReference, message: string, activityIds: readonly number[]): void {
    const key = keyOf(to, message);
    this.#byMessage.delete(key);
    this.#byMessage.set(key, activityIds);
    const oldest = this.#byMessage.keys().next();
    if (this.#byMessage.size > MAX_MESSAGES && !oldest.done) this.#byMessage.delete(oldest.value);
  }

  get(to: TeamsReference, message: string | null): readonly number[] {
    return (message !== null && this.#byMessage.get(keyOf(to, message))) || [];
  }
}
