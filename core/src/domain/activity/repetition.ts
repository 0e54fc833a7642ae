import { addDays, addMonths, type CalendarDate, daysBetween, isCalendarDate } from '../calendar.ts';

export const lapses = ['week', 'month', 'year'] as const;
/** How long until a repeatable activity comes back. */
export type Lapse = (typeof lapses)[number];

/**
 * The due date of an occurrence, counted from 0. It is always computed from the first, so that month ends do not drift (31 Jan, 28 Feb, 31
 * Mar).
 */
export function occurrenceOn(lapse: Lapse, startsOn: CalendarDate, occurrence: number): CalendarDate {
  if (lapse === 'week') return addDays(startsOn, 7 * occurrence);
  return addMonths(startsOn, (lapse === 'year' ? 12 : 1) * occurrence);
}

/** A lower bound of the occurrences that fit between two days: it never passes over one. */
function occurrencesBetween(lapse: Lapse, from: CalendarDate, to: CalendarDate): number {
  const longestDays = { week: 7, month: 31, year: 366 }[lapse];
  return Math.max(0, Math.floor(daysBetween(from, to) / longestDays));
}

/**
 * The occurrence after `occurrence`, moved on by whole lapses until it is due later than `today` (docs/product.md, 3); null past
 * the end of the calendar. Takes arithmetic and a few steps even from an ancient date.
 */
export function nextOccurrence(
  lapse: Lapse,
  startsOn: CalendarDate,
  occurrence: number,
  today: CalendarDate,
): { occurrence: number; dueOn: CalendarDate } | null {
  let next = Math.max(occurrence + 1, occurrencesBetween(lapse, startsOn, today));
  let dueOn = occurrenceOn(lapse, startsOn, next);
  while (isCalendarDate(dueOn) && dueOn <= today) {
    next += 1;
    dueOn = occurrenceOn(lapse, startsOn, next);
  }
  return isCalendarDate(dueOn) ? { occurrence: next, dueOn } : null;
}
