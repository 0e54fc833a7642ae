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
