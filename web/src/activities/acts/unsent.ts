import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { onStorage } from '../../storage.ts';

/** A draft about an activity that was not sent, for example because the session ended. */
export interface UnsentDraft {
  act: Act;
  text: string;
}

/** One draft for each tab, person, activity and act. */
const PREFIX = 'unsent.';
const prefixOf = (userId: number, folio: number) => `${PREFIX}${userId}.${folio}.`;

export const unsentText = (userId: number, folio: number, act: Act): string =>
  onStorage(() => sessionStorage.getItem(prefixOf(userId, folio) + act)) ?? '';

const keysUnder = (prefix: string) => onStorage(() => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))) ?? [];
const keysOf = (userId: number) => keysUnder(`${PREFIX}${userId}.`);

/** Every draft about an activity. */
export function unsentAbout(userId: number, folio: number): UnsentDraft[] {
  const prefix = prefixOf(userId, folio);
  return keysUnder(prefix).map((key) => ({ act: key.slice(prefix.length) as Act, text: sessionStorage.getItem(key) ?? '' }));
}

/** Saved at every key until the text is sent or discarded. An empty text is not saved, and nothing is without browser storage. */
export function keepUnsent(userId: number, folio: number, { act, text }: UnsentDraft): void {
  const key = prefixOf(userId, folio) + act;
  onStorage(() => {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  });
}

export const hasUnsent = (userId: number): boolean => keysOf(userId).length > 0;

/** At the logout of that person. */
export function forgetUnsentOf(userId: number): void {
  for (const key of keysOf(userId)) sessionStorage.removeItem(key);
}
