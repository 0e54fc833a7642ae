import type { Act } from '@bitacora/core/domain/activity/lifecycle';

/** A draft about an activity that was not sent, for example because the session ended. */
export interface Unsent {
  act: Act;
  text: string;
}

/** One draft for each tab, person and activity. */
const PREFIX = 'unsent.';
const keyOf = (userId: number, folio: number) => `${PREFIX}${userId}.${folio}`;

export function unsentOf(userId: number, folio: number): Unsent | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId, folio)) ?? 'null') as Unsent | null;
  } catch {
    return null;
  }
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved. */
export function keepUnsent(userId: number, folio: number, { act, text }: Unsent): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(userId, folio));
    else sessionStorage.setItem(keyOf(userId, folio), JSON.stringify({ act, text }));
  } catch {
    // Without browser storage there are no drafts.
  }
}

export function forgetUnsent(userId: number, folio: number): void {
  try {
    sessionStorage.removeItem(keyOf(userId, folio));
  } catch {
    // Nothing was kept.
  }
}

/** Drafts of forms (`drafts.ts`): fields in local storage under this prefix, images in this database. */
export const DRAFT_PREFIX = 'draft.';
export const DRAFT_FILES = 'bitacora-drafts';

/** Logging out deletes every draft on this device. */
export function forgetAllUnsent(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DRAFT_FILES);
}
