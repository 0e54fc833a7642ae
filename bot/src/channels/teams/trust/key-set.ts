import * as z from 'zod/mini';

/** How long an unknown key waits before the set is asked for again: a thousand forged requests cause one question. */
const ASK_AGAIN_MS = 30_000;
/** The same while there is no fresh set at all. */
const TRY_AGAIN_MS = 1_000;
/** Keys are kept this long without a new answer. */
const FRESH_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 5_000;

const keySet = z.object({ keys: z.array(z.object({ kid: z.string(), endorsements: z.optional(z.array(z.string())) })) });

/**
 * Which keys sign for Microsoft's service. The library checks signatures, but asks for the set anew at each unknown key, as often as
 * anybody likes; it is only handed what names a known one.
 */
export class KeySet {
  readonly #url: string;
  readonly #now: () => number;
  #endorsed = new Map<string, readonly string[] | undefined>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(metadataUrl: string, now: () => number) {
    // As the library derives it.
    this.#url = metadataUrl.replace(/\/openidconfiguration$/, '/keys');
    this.#now = now;
  }

  /** Whether the key stands in the set and may sign for Teams. False too while the set cannot be had. */
  async knows(kid: string): Promise<boolean> {
    const now = this.#now();
    const isOld = now - this.#heardAt > FRESH_MS;
    const isDue = now - this.#askedAt > (isOld ? TRY_AGAIN_MS : ASK_AGAIN_MS);
    if (this.#asking || (isDue && (isOld || !this.#endorsed.has(kid)))) await this.ask();
    if (!this.#endorsed.has(kid) || this.#now() - this.#heardAt > FRESH_MS) return false;
    return this.#endorsed.get(kid)?.includes('msteams') ?? true;
  }

  /** Asked once for all who wait; a failure leaves what is known. */
  ask(): Promise<void> {
    this.#asking ??= this.#hear().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #hear(): Promise<void> {
    this.#askedAt = this.#now();
    try {
      const response = await fetch(this.#url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok) return;
      const { keys } = z.parse(keySet, await response.json());
      this.#endorsed = new Map(keys.map(({ kid, endorsements }) => [kid, endorsements]));
      this.#heardAt = this.#now();
    } catch {
      // Whoever asked is refused, and the next one asks again.
    }
  }
}
