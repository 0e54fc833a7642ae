import type { Lapse } from '../src/domain/activities/activity.ts';
import type { CalendarDate } from '../src/domain/calendar.ts';

const months: Partial<Record<Lapse, number>> = { month: 1, two_months: 2, quarter: 3, half_year: 6, year: 12 };
const weeks: Partial<Record<Lapse, number>> = { week: 1, two_weeks: 2 };

/** Whether a series has a date on a day, as a person sees who leafs through a paper calendar. */
function isDate(lapse: Lapse, startsOn: CalendarDate, at: Date, holidays: readonly CalendarDate[]): boolean {
  const start = new Date(`${startsOn}T00:00:00Z`);
  const written = at.toISOString().slice(0, 10) as CalendarDate;
  if (written === startsOn || lapse === 'day') return true;
  if (lapse === 'weekday') return at.getUTCDay() >= 1 && at.getUTCDay() <= 5 && !holidays.includes(written);
  const elapsed = Math.round((at.getTime() - start.getTime()) / 86_400_000);
  if (weeks[lapse]) return elapsed % (7 * weeks[lapse]) === 0;
  const pages = (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth();
  const isLastDay = new Date(at.getTime() + 86_400_000).getUTCDate() === 1;
  const isItsDay = at.getUTCDate() === start.getUTCDate() || (isLastDay && at.getUTCDate() < start.getUTCDate());
  return pages % (months[lapse] as number) === 0 && isItsDay;
}

/** Lists the dates of a series by looking at every single day, as the oracle of the rule. */
export function calendarOf(lapse: Lapse, startsOn: CalendarDate, until: CalendarDate, holidays: readonly CalendarDate[]): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let at = new Date(`${startsOn}T00:00:00Z`); at <= new Date(`${until}T00:00:00Z`); at = new Date(at.getTime() + 86_400_000))
    if (isDate(lapse, startsOn, at, holidays)) dates.push(at.toISOString().slice(0, 10) as CalendarDate);
  return dates;
}
