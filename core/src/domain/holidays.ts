import { addDays, type CalendarDate, laterDay } from './calendar.ts';
import type { IsWorkingDay } from './work-time.ts';

/** Returns the last day after which `count` working days have come, today included: Thursday is two working days before Monday. */
export function workingDaysAgo(today: CalendarDate, count: number, isWorkingDay: IsWorkingDay): CalendarDate {
  let day = today;
  for (let left = count; ; day = addDays(day, -1)) {
    if (isWorkingDay(day)) left -= 1;
    if (left === 0) return addDays(day, -1);
  }
}

/** Nobody is reminded of anything on a holiday (docs/product.md, 7). */
export interface Holiday {
  day: CalendarDate;
  name: string;
}

/** A deadline may fall on a holiday; the result then names it. */
export interface HolidayNotice {
  holiday: Holiday | undefined;
}

/**
 * Returns the last day whose deadlines a working day announces: tomorrow, or the end of the free days that begin with it. Nothing is sent on
 * those, and afterwards their deadlines are over.
 */
export function lastAnnouncedDay(today: CalendarDate, isWorkingDay: IsWorkingDay): CalendarDate {
  const next = nextWorkingDay(today, isWorkingDay);
  return laterDay(addDays(today, 1), addDays(next, -1));
}

/** Returns the next day on which the reminder job writes. */
export function nextWorkingDay(today: CalendarDate, isWorkingDay: IsWorkingDay): CalendarDate {
  let day = addDays(today, 1);
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}
