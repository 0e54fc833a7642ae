import { Refused } from '@bitacora/core/domain/refusal';

export interface QueueLimits {
  running: number;
  runningPerKey: number;
  waiting: number;
  waitingPerKey: number;
}

interface Waiter {
  start(): void;
  refuse(error: unknown): void;
}
interface QueuedCaller {
  running: number;
  /** Number of its last start. A new caller gets the last number of all, because a stream of new callers could pass it for ever. */
  lastStart: number;
  waiters: Set<Waiter>;
}

/**
 * Gives places to callers by their keys. The next free place goes to the caller with the fewest running requests; among several, to
 * the one whose last start is the longest ago. When too many requests wait, the caller with the most of them loses its newest.
 */
export function fairQueue(limits: QueueLimits) {
  const callers = new Map<string, QueuedCaller>();
  const count = { running: 0, waiting: 0, shed: 0 };
  let startCount = 0;

  function findCaller(key: string): QueuedCaller {
    const present = callers.get(key);
    if (present) return present;
    const caller: QueuedCaller = { running: 0, lastStart: startCount, waiters: new Set() };
    callers.set(key, caller);
    return caller;
  }
  function forgetIdle(key: string): void {
    const caller = callers.get(key);
    if (caller?.running === 0 && caller.waiters.size === 0) callers.delete(key);
  }
  function begin(caller: QueuedCaller): void {
    startCount += 1;
    count.running += 1;
    caller.running += 1;
    caller.lastStart = startCount;
  }
  const hasPlace = ({ running }: QueuedCaller) => count.running < limits.running && running < limits.runningPerKey;
  function remove(caller: QueuedCaller, waiter: Waiter): void {
    if (caller.waiters.delete(waiter)) count.waiting -= 1;
  }

  function nextCaller(): QueuedCaller | undefined {
    let next: QueuedCaller | undefined;
    for (const caller of callers.values()) {
      if (caller.waiters.size === 0 || !hasPlace(caller)) continue;
      if (!next || caller.running < next.running || (caller.running === next.running && caller.lastStart < next.lastStart)) next = caller;
    }
    return next;
  }
  function giveFreePlaces(): void {
    for (let caller = nextCaller(); caller; caller = nextCaller()) {
      const [waiter] = caller.waiters as Set<Waiter> & [Waiter];
      remove(caller, waiter);
      begin(caller);
      waiter.start();
    }
  }

  const shed = (code: 'requests.tooMany' | 'server.busy') => {
    count.shed += 1;
    return new Refused({ code });
  };
  /** Removes the newest request of the caller with the most waiting requests. Throws a refusal if that is the asking caller. */
  function makePlaceFor(asking: QueuedCaller): void {
    const [longest] = [...callers.values()].sort((a, b) => b.waiters.size - a.waiters.size) as [QueuedCaller];
    if (longest.waiters.size <= asking.waiters.size + 1) throw shed(asking.waiters.size > 0 ? 'requests.tooMany' : 'server.busy');
    const newest = [...longest.waiters].at(-1) as Waiter;
    remove(longest, newest);
    newest.refuse(shed('requests.tooMany'));
  }

  function waitForPlace(caller: QueuedCaller, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        remove(caller, waiter);
        reject(signal.reason);
      };
      const stopWaiting = () => signal.removeEventListener('abort', onAbort);
      const waiter: Waiter = {
        start() {
          stopWaiting();
          resolve();
        },
        refuse(error) {
          stopWaiting();
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort);
      caller.waiters.add(waiter);
      count.waiting += 1;
    });
  }

  return {
    /** Waits for a place, which `leave` gives back. Refuses where too many wait; rejects with the signal's reason once it is aborted. */
    async enter(key: string, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      const caller = findCaller(key);
      if (caller.waiters.size === 0 && hasPlace(caller)) return begin(caller);
      try {
        if (caller.waiters.size >= limits.waitingPerKey) throw shed('requests.tooMany');
        if (count.waiting >= limits.waiting) makePlaceFor(caller);
        await waitForPlace(caller, signal);
      } catch (error) {
        forgetIdle(key);
        throw error;
      }
    },

    leave(key: string): void {
      const caller = findCaller(key);
      count.running -= 1;
      caller.running -= 1;
      giveFreePlaces();
      forgetIdle(key);
    },

    hasSeveral(key: string): boolean {
      const { running = 0, waiters } = callers.get(key) ?? {};
      return running + (waiters?.size ?? 0) > 1;
    },

    /** Counts the requests that run and that wait now, and those refused since the start. */
    counts: (): Readonly<typeof count> => count,
    size: () => callers.size,
  };
}

export type FairQueue = ReturnType<typeof fairQueue>;

export interface TimeShare {
  /** A fraction of each second. */
  share: number;
  /** A caller may exceed its share by this many ms, because a page makes many requests at once. */
  burstMs: number;
}

interface SharingCaller {
  working: number;
  /** The time at which its share covers all its work so far. It is in the past for callers that used little. */
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

    /** Returns how many ms the caller must rest after a piece of work. Parallel work of one caller divides its time. */
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
