import { useCallback, useSyncExternalStore } from 'react';
import { followQueue, type QueuedAct, readQueue } from './queue.ts';

const NONE: readonly QueuedAct[] = [];
/** Where pages are served without https, browsers keep nothing for the time without network. */
const canQueue = () => typeof navigator !== 'undefined' && 'serviceWorker' in navigator && typeof indexedDB !== 'undefined';

/** Holds the queue of one person, read once for all parts of the page. */
let mirror: { userId: number; acts: readonly QueuedAct[] } = { userId: 0, acts: NONE };
const listeners = new Set<() => void>();
let unfollow: (() => void) | null = null;

async function reread(userId: number): Promise<void> {
  const acts = await readQueue(userId).catch(() => NONE);
  mirror = { userId, acts: acts.length > 0 ? acts : NONE };
  for (const listener of listeners) listener();
}

function follow(userId: number, listener: () => void): () => void {
  if (!canQueue()) return () => {};
  listeners.add(listener);
  unfollow ??= followQueue(() => void reread(userId));
  void reread(userId);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unfollow?.();
    unfollow = null;
  };
}

/** Returns that person's acts that wait on this device, the earliest first. */
export function useQueue(userId: number): readonly QueuedAct[] {
  // The function stays the same at every render, because another one would read the queue again and draw its rows again.
  const subscribe = useCallback((listener: () => void) => follow(userId, listener), [userId]);
  return useSyncExternalStore(
    subscribe,
    () => (mirror.userId === userId ? mirror.acts : NONE),
    () => NONE,
  );
}
