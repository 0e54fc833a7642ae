import { addDays, type CalendarDate, hourIn } from '../calendar.ts';
import type { DateRange } from '../reports/date-range.ts';
import { weekOf } from '../reports/punctuality.ts';

const OPENS = 8;

/**
 * The last week, from Monday to Sunday, at any time from 8:00 of this Monday in the business zone; null before. A server that was away
 * on Monday plans the mail when it is back.
 */
export function weekToMail(zone: string, now: Date, today: CalendarDate): DateRange | null {
  const monday = weekOf(today);
  if (today === monday && hourIn(zone, now) < OPENS) return null;
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}
