import type { CalendarDate } from '@bitacora/core/domain/calendar';

/** Local midnight, for the calendar widget only. */
export function localDateOf(day: CalendarDate): Date {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, dayOfMonth);
}

const padded = (number: number, length = 2) => String(number).padStart(length, '0');

/** The selected day in local time, never through UTC. */
export const dayOf = (local: Date): CalendarDate =>
  `${padded(local.getFullYear(), 4)}-${padded(local.getMonth() + 1)}-${padded(local.getDate())}` as CalendarDate;
