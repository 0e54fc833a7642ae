import type { Act } from '@bitacora/core/domain/activity/lifecycle';

/** What was being written about an activity when its page went, as when the session ended. */
export interface Unsent {
  act: Act;
  text: string;
}

/** This tab's only, the person's, and of one activity. */
const PREFIX = 'unsent.';
const keyOf = (userId: number, folio: number) => `${PREFIX}${userId}.${folio}`;

export function unsentOf(userId: number, folio: number): Unsent | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId, folio)) ?? 'null') as Unsent | null;
  } catch {
    return null;
  }
}

/** Kept at every key, until it is sent or given up; nothing written, nothing kept. */
export function keepUnsent(userId: number, folio: number, { act, text }: Unsent): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(userId, folio));
    else sessionStorage.setItem(keyOf(userId, folio), JSON.stringify({ act, text }));
  } catch {
    // A browser that forbids storage keeps nothing.
  }
}

export function forgetUnsent(userId: number, folio: number): void {
  try {
    sessionStorage.removeItem(keyOf(userId, folio));
  } catch {
    // Nothing was kept.
  }
}

/** Whoever leaves on purpose leaves nothing behind. */
export function forgetAllUnsent(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
