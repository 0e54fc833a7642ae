import type { Act } from '@bitacora/core/domain/activity/lifecycle';

/** A draft about an activity that was not sent, for example because the session ended. */
export interface UnsentDraft {
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
export function unsentAbout(userId: number, folio: number): UnsentDraft[] {
  const prefix = prefixOf(userId, folio);
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => ({ act: key.slice(prefix.length) as Act, text: sessionStorage.getItem(key) ?? '' }));
  } catch {
    return [];
  }
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved. */
export function keepUnsent(userId: number, folio: number, { act, text }: UnsentDraft): void {
  const key = prefixOf(userId, folio) + act;
  try {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without browser storage there are no drafts.
  }
}

const keysOf = (userId: number) => Object.keys(sessionStorage).filter((key) => key.startsWith(`${PREFIX}${userId}.`));

export function hasUnsent(userId: number): boolean {
  try {
    return keysOf(userId).length > 0;
  } catch {
    return false;
  }
}

/** At the logout of that person. */
export function forgetUnsentOf(userId: number): void {
  try {
    for (const key of keysOf(userId)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
