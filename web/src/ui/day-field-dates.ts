import type { CalendarDate } from '@bitacora/core/domain/calendar';

/** Midnight on the wall clock here: only a calendar widget may hold it. */
export function localDateOf(day: CalendarDate): Date {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, dayOfMonth);
}

const padded = (number: number, length = 2) => String(number).padStart(length, '0');

/** The day someone picked, read off the wall clock here and never through UTC. */
export const dayOf = (local: Date): CalendarDate =>
  `${padded(local.getFullYear(), 4)}-${padded(local.getMonth() + 1)}-${padded(local.getDate())}` as CalendarDate;
