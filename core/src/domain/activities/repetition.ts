import { addDays, addMonths, type CalendarDate, daysBetween, isCalendarDate } from '../calendar.ts';
import { workingDays } from '../work-time.ts';
import type { Activity, Lapse } from './activity.ts';

/** A series stops at so many undelivered ones until one of them is delivered or canceled. */
export const UNDELIVERED_MAX = 5;

const steps: Record<Lapse, { days: number } | { months: number }> = {
  day: { days: 1 },
  weekday: { days: 1 },
  week: { days: 7 },
  two_weeks: { days: 14 },
  month: { months: 1 },
  two_months: { months: 2 },
  quarter: { months: 3 },
  half_year: { months: 6 },
  year: { months: 12 },
};
/** Tells whether a series takes months, so that the month says enough of its end. */
export const isCountedInMonths = (lapse: Lapse | 'other'): boolean => lapse !== 'other' && 'months' in steps[lapse];

const isMondayToFriday = workingDays({ days: [1, 2, 3, 4, 5] }, []);

/**
 * Returns the due date that lies a number of lapses after another. It is always computed from the first of a series, so that month ends do
 * not drift (31 Jan, 28 Feb, 31 Mar).
 */
export function addLapses(lapse: Lapse, day: CalendarDate, count: number): CalendarDate {
  const step = steps[lapse];
  return 'days' in step ? addDays(day, step.days * count) : addMonths(day, step.months * count);
}

export type SeriesMember = Pick<Activity, 'repeats' | 'repeatUntil' | 'seriesStartsOn' | 'occurrence' | 'dueOn'>;
export interface NextOccurrence {
  occurrence: number;
  dueOn: CalendarDate;
  /** Dates between the two that had passed. */
  skipped: number;
}

/**
 * Returns the first occurrence after a member that is due today or later (docs/product.md, 3); null past the end of the series or of the
 * calendar. Holidays concern weekdays alone, which are counted from the member, because a holiday that is declared later moves no date.
 */
export function nextOccurrence(
  { repeats, repeatUntil, seriesStartsOn, occurrence, dueOn: memberDueOn }: SeriesMember,
  today: CalendarDate,
  holidays: readonly CalendarDate[] = [],
): NextOccurrence | null {
  if (!repeats) return null;
  const isWeekday = repeats === 'weekday';
  const step = isWeekday ? { days: 7 } : steps[repeats];
  // What passed for certain is counted and not walked, because a century of days would take a second.
  const passed = Math.max(0, Math.floor(daysBetween(memberDueOn, today) / ('days' in step ? step.days : 31 * step.months)) - 1);
  const isFree = (day: CalendarDate) => day > memberDueOn && day <= addDays(memberDueOn, 7 * passed) && isMondayToFriday(day);
  let skipped = isWeekday ? 5 * passed - holidays.filter(isFree).length : passed;
  for (let count = isWeekday ? 7 * passed + 1 : passed + 1; ; count += 1) {
    const dueOn = isWeekday ? addDays(memberDueOn, count) : addLapses(repeats, seriesStartsOn, occurrence + count);
    if (!isCalendarDate(dueOn) || (repeatUntil && dueOn > repeatUntil)) return null;
    if (isWeekday && (!isMondayToFriday(dueOn) || holidays.includes(dueOn))) continue;
    if (dueOn >= today) return { occurrence: occurrence + skipped + 1, dueOn, skipped };
    skipped += 1;
  }
}
