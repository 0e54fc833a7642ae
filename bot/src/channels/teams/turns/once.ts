const KEPT_MS = 15 * 60_000;
const KEPT = 5_000;

export interface Shared<Outcome> {
  outcome: Promise<Outcome>;
  /** Whoever began it sees to what comes of it; the others only hear. */
  isFirst: boolean;
}

/**
 * One piece of work for all deliveries of one event, however they overlap. It may forget: what is written carries a key of the
 * same event, so the API does it once all the same.
 */
export function onceFor<Outcome>(now: () => number): (deliveryId: string, work: () => Promise<Outcome>) => Shared<Outcome> {
  const begun = new Map<string, { outcome: Promise<Outcome>; at: number }>();

  function forget() {
    // In the order they came.
    for (const [id, { at }] of begun) {
      if (begun.size < KEPT && now() - at < KEPT_MS) return;
      begun.delete(id);
    }
  }

  return (deliveryId, work) => {
    forget();
    const earlier = begun.get(deliveryId);
    if (earlier) return { outcome: earlier.outcome, isFirst: false };
    const outcome = work();
    begun.set(deliveryId, { outcome, at: now() });
    return { outcome, isFirst: true };
  };
}
