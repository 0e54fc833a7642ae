import type { Act } from '@bitacora/core/domain/activity/lifecycle';

/** A draft about an activity that was not sent, for example because the session ended. */
export interface Unsent {
  act: Act;
  text: string;
}

/** One draft for each tab, person, activity and act. */
const PREFIX = 'unsent.';
const prefixOf = (userId: number, folio: number) => `${PREFIX}${userId}.${folio}.`;

export function unsentText(userId: number, folio: number, act: Act): string {
  try {
    return sessionStorage.getItem(prefixOf(userId, folio) + act) ?? '';
  } catch {
    return '';
  }
}

/** Every draft about an activity. */
export function unsentAbout(userId: number, folio: number): Unsent[] {
  const prefix = prefixOf(userId, folio);
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => ({ act: key.slice(prefix.length) as Act, text: sessionStorage.getItem(key) ?? '' }));
  } catch {
    return [];
  }
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved. */
export function keepUnsent(userId: number, folio: number, { act, text }: Unsent): void {
  const key = prefixOf(userId, folio) + act;
  try {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without browser storage there are no drafts.
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
