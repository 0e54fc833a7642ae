export interface TimeShare {
  /** Of each second, as a fraction. */
  share: number;
  /** Of work that is not counted, once in a while: a page that asks for many things at once. */
  burstMs: number;
}

interface SharingCaller {
  working: number;
  /** When its share has paid for all that it has had so far; in the past for callers that used little. */
  paidAt: number;
}

/** Computes how long each caller has to rest so that it keeps to its share of the time. */
export function timeShares({ share, burstMs }: TimeShare) {
  const callers = new Map<string, SharingCaller>();

  return {
    begin(key: string): void {
      const caller = callers.get(key) ?? { working: 0, paidAt: 0 };
      caller.working += 1;
      callers.set(key, caller);
    },

    /** The milliseconds of rest that are due after a piece of work. Works of one caller that run side by side divide their time. */
    end(key: string, tookMs: number): number {
      const caller = callers.get(key) as SharingCaller;
      const now = performance.now();
      caller.paidAt = Math.max(caller.paidAt, now) + tookMs / caller.working / share;
      caller.working -= 1;
      const due = caller.paidAt - now;
      if (caller.working === 0) setTimeout(forgetIdle, due, key).unref();
      return Math.max(0, due - burstMs / share);
    },

    /** Callers that are at work, or have had more than their share lately. */
    size: () => callers.size,
  };

  function forgetIdle(key: string): void {
    const caller = callers.get(key);
    if (caller?.working === 0 && caller.paidAt <= performance.now() + 1) callers.delete(key);
  }
}
