import type { TourName } from './tours.ts';

const KEY = 'tours';

function offered(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Whether this browser has shown the offer of a tour before. */
export const wasOffered = (tour: TourName): boolean => offered().includes(tour);

export function rememberOffer(tour: TourName): void {
  if (wasOffered(tour)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...offered(), tour]));
  } catch {
    // Without browser storage the offer appears again.
  }
}
