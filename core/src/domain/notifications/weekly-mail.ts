import { addDays, type CalendarDate, hourIn, isMonday } from '../calendar.ts';
import type { DateRange } from '../reports/date-range.ts';

const OPENS = 8;

/**
 * The last week, from Monday to Sunday, on Mondays from 8:00 to midnight in the business zone; null at other times. A server that was
 * away at 8:00 still plans the mail on that day; after midnight the week is left out.
 */
export function weekToMail(zone: string, now: Date, today: CalendarDate): DateRange | null {
  return isMonday(today) && hourIn(zone, now) >= OPENS ? { from: addDays(today, -7), to: addDays(today, -1) } : null;
}
