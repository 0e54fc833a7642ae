import { addDays, type CalendarDate } from './calendar.ts';

/** Monday to Friday, and no day of rest. */
export function isWorkingDay(day: CalendarDate, holidays: ReadonlySet<CalendarDate>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** The last day after which `count` working days have come, today included: Thursday is two working days before Monday. */
export function workingDaysAgo(today: CalendarDate, count: number, holidays: ReadonlySet<CalendarDate>): CalendarDate {
  let day = today;
  for (let left = count; ; day = addDays(day, -1)) {
    if (isWorkingDay(day, holidays)) left -= 1;
    if (left === 0) return addDays(day, -1);
  }
}
