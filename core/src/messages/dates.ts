import type { ReadStatus } from '../domain/activities/activity.ts';
import { judgeTimeliness } from '../domain/activities/deadline.ts';
import { type CalendarDate, localDay } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';

const dayFormat = new Intl.DateTimeFormat('es-MX', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Writes a business day as Mexicans do: '20 nov 2026'. */
export const writtenDay = (day: CalendarDate): string => dayFormat.format(new Date(`${day}T00:00:00Z`)).replaceAll('.', '');

const shortDayFormat = new Intl.DateTimeFormat('es-MX', { day: '2-digit', month: 'short', year: '2-digit', timeZone: 'UTC' });

/** Writes a day where space is short: '20 nov 26'. */
export const writtenShortDay = (day: CalendarDate): string => shortDayFormat.format(new Date(`${day}T00:00:00Z`)).replaceAll('.', '');

/** Writes a day beside today: '20 nov', with the year only where it is not this one. */
export const writtenNearDay = (day: CalendarDate, today: CalendarDate): string =>
  day.slice(0, 4) === today.slice(0, 4) ? writtenDay(day).slice(0, -5) : writtenDay(day);

const weekdayFormat = new Intl.DateTimeFormat('es-MX', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

const monthFormat = new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'UTC' });
/** 'enero' to 'diciembre'. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2026, month)));

/** A business day in a sentence: 'viernes 25 de diciembre'. */
export const writtenWeekday = (day: CalendarDate): string => weekdayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '');

/** An instant on the reader's wall clock: '20 nov 2026, 14:05'. The zone is the browser's unless given. */
export function writtenInstant(instant: Date, zone?: string): string {
  const time = new Intl.DateTimeFormat('es-MX', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  const day = new Intl.DateTimeFormat('es-MX', { day: '2-digit', month: 'short', year: 'numeric', timeZone: zone });
  return `${day.format(instant).replaceAll('.', '')}, ${time.format(instant)}`;
}

/** The time of an instant in the business zone: '14:05'. */
export const writtenClock = (instant: Date, zone: string): string =>
  new Intl.DateTimeFormat('es-MX', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(instant);

/** The day of an instant in the business zone, where registrations and closings are counted: '20 nov 2026'. */
export const writtenInstantDay = (instant: Date, zone: string): string => writtenDay(localDay(zone, instant));

/** '3 días', '1 día', '2 días de retraso', 'Vence hoy'. */
export function writtenDaysLeft(days: number): string {
  if (days === 0) return 'Vence hoy';
  const count = Math.abs(days);
  return `${count.toLocaleString('es-MX')} ${count === 1 ? 'día' : 'días'}${days < 0 ? ' de retraso' : ''}`;
}

/** Says the same where a column has no room for it: '3 d', '2 d tarde'. */
export const briefDaysLeft = (days: number): string =>
  days === 0 ? writtenDaysLeft(0) : `${Math.abs(days).toLocaleString('es-MX')} d${days < 0 ? ' tarde' : ''}`;

export const deliveredText = 'Entregada';

/** Returns the text of an activity's deadline cell; null for closed work. */
export function writtenTimeLeft(status: ReadStatus, days: number): string | null {
  const timeliness = judgeTimeliness(status, days);
  if (timeliness === 'closed') return null;
  return timeliness === 'delivered' ? deliveredText : writtenDaysLeft(days);
}

/** 'El viernes 25 de diciembre es inhábil: Navidad.' */
export const holidayNotice = ({ day, name }: Holiday): string => `El ${writtenWeekday(day)} es inhábil: ${name}.`;
