import type { CalendarDate } from '@bitacora/core/domain/calendar';

/** Local midnight, for the calendar widget only. */
export function toLocalDate(day: CalendarDate): Date {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, dayOfMonth);
}

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

/** The selected day in local time, never through UTC. */
export const toCalendarDate = (local: Date): CalendarDate =>
  `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}` as CalendarDate;
