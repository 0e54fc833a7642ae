/** A whole day of a busy company; the oldest are forgotten beyond it. */
const MOST_KEPT = 20_000;

/** What was met within the last `keptMs`, and only that. */
export interface Remembered {
  /** False where it was met already. */
  meet(name: string): boolean;
}

export function remembered({ keptMs, now }: { keptMs: number; now: () => number }): Remembered {
  const met = new Map<string, number>();

  /** The order of a map is that in which names were met. */
  function forget() {
    for (const [name, at] of met) {
      if (now() - at <= keptMs && met.size <= MOST_KEPT) return;
      met.delete(name);
    }
  }

  return {
    meet(name) {
      forget();
      if (met.has(name)) return false;
      met.set(name, now());
      return true;
    },
  };
}
