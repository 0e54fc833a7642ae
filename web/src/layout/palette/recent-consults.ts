import { tryStorage } from '../../app/storage.ts';

export interface RecentConsult {
  folio: number;
  description: string;
  path: string;
}

const RECENT_MAX = 5;
/** Each tab and person have a list of their own, because the next person must not see it. Without browser storage it stays empty. */
const storageKey = (userId: number) => `recent.${userId}`;

export const recentConsults = (userId: number): readonly RecentConsult[] =>
  tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '[]') as RecentConsult[]) ?? [];

/** Puts the activity first; the list has each activity once. */
export function rememberConsult(userId: number, consult: RecentConsult): void {
  const others = recentConsults(userId).filter(({ folio }) => folio !== consult.folio);
  tryStorage(() => sessionStorage.setItem(storageKey(userId), JSON.stringify([consult, ...others].slice(0, RECENT_MAX))));
}

export function forgetConsults(userId: number): void {
  tryStorage(() => sessionStorage.removeItem(storageKey(userId)));
}
