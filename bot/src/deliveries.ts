import { setTimeout as delay } from 'node:timers/promises';
import type { CardImage } from './card.ts';

interface RecentMapLimits {
  most: number;
  /** Removes older entries; without it only `most` removes entries. */
  keepMs?: number;
  now?: () => number;
}

/** Holds its newest entries. Setting one again makes it the newest. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; addedAt: number }>();
  readonly #limits: Required<RecentMapLimits>;

  constructor({ most, keepMs = Number.POSITIVE_INFINITY, now = Date.now }: RecentMapLimits) {
    this.#limits = { most, keepMs, now };
  }

  get(key: Key): Value | undefined {
    this.#evict();
    return this.#entries.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, addedAt: this.#limits.now() });
    this.#evict();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** A map iterates in insertion order, so the oldest entries come first. */
  #evict(): void {
    const { most, keepMs, now } = this.#limits;
    for (const [key, { addedAt }] of this.#entries) {
      if (this.#entries.size <= most && now() - addedAt <= keepMs) return;
      this.#entries.delete(key);
    }
  }
}

interface SharedWork<Outcome> {
  outcome: Promise<Outcome>;
  /** Only the first delivery shows the outcome. */
  isFirst: boolean;
}
export type Deliver<Outcome> = (deliveryId: string, work: () => Promise<Outcome>) => SharedWork<Outcome>;

/**
 * Does one piece of work for all deliveries of one event. It may forget an event, because writes carry a key of the event and the API
 * applies each key once.
 */
export function createDeliveries<Outcome>(limits: RecentMapLimits): Deliver<Outcome> {
  const outcomes = new RecentMap<string, Promise<Outcome>>(limits);
  return (deliveryId, work) => {
    const earlier = outcomes.get(deliveryId);
    const outcome = earlier ?? work();
    if (!earlier) outcomes.set(deliveryId, outcome);
    return { outcome, isFirst: !earlier };
  };
}

interface PersistOptions {
  signal: AbortSignal;
  pauseMs: number;
  isFinal(error: unknown): boolean;
  onFailure?(error: unknown): void;
}

/** Repeats `attempt` until it succeeds; null after `signal`. Throws a final failure. */
export async function persist<Outcome>(
  attempt: () => Promise<Outcome>,
  { signal, pauseMs, isFinal, onFailure }: PersistOptions,
): Promise<Outcome | null> {
  while (!signal.aborted) {
    try {
      return await attempt();
    } catch (error) {
      if (isFinal(error)) throw error;
      onFailure?.(error);
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  return null;
}

/** Uploads each image once. A failed upload is tried again with the next card; null then, because a card without an image is better than none. */
export function createUploadOnce(
  upload: (image: CardImage) => Promise<string>,
  onFailure: (message: string) => void,
  limits: RecentMapLimits,
): (image: CardImage) => Promise<string | null> {
  const files = new RecentMap<string, Promise<string>>(limits);
  return async (image) => {
    const file = files.get(image.id) ?? upload(image);
    files.set(image.id, file);
    try {
      return await file;
    } catch (error) {
      files.delete(image.id);
      onFailure(`an image was not uploaded: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
}

/** At a stop, work in progress has this time to show its answer. */
const DRAIN_MS = 10_000;

/** Holds work that outlives its request and never rejects, so that a stop can wait for it. */
export function createBackground() {
  const running = new Set<Promise<void>>();
  async function waitForAll() {
    while (running.size > 0) await Promise.all(running);
  }
  return {
    run(work: Promise<void>) {
      const promise = work.finally(() => running.delete(promise));
      running.add(promise);
    },
    /** Resolves when all of it has ended, or after ten seconds. */
    drain: (mostMs = DRAIN_MS) => Promise.race([waitForAll(), delay(mostMs, undefined, { ref: false })]),
  };
}
