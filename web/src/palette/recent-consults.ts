export interface RecentConsult {
  folio: number;
  description: string;
  path: string;
}

const RECENT_MAX = 5;
/** One list for each tab and person, because the next person must not see it. */
const keyOf = (userId: number) => `recent.${userId}`;

export function recentConsults(userId: number): readonly RecentConsult[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]') as RecentConsult[];
  } catch {
    return [];
  }
}

/** The latest first, each activity once. */
export function rememberConsult(userId: number, consult: RecentConsult): void {
  const others = recentConsults(userId).filter(({ folio }) => folio !== consult.folio);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([consult, ...others].slice(0, RECENT_MAX)));
  } catch {
    // Without browser storage the list stays empty.
  }
}

export function forgetConsults(userId: number): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // The list does not exist.
  }
}
