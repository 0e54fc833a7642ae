import { addDays, type CalendarDate, calendarDate, laterDay } from './calendar.ts';
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

const MONDAY = 1;
/** The years in which a president takes office are six apart. */
const HANDOVER_YEAR = 2024;

const dayOfYear = (year: number, monthAndDay: string): CalendarDate => calendarDate(`${year}-${monthAndDay}`);

/** Returns the day itself where it is a Monday. */
function mondayFrom(day: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 + MONDAY - weekday) % 7);
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

/** Lists Mexico's days of rest by date (LFT, article 74). Administrators add election days, because these follow no rule. */
export function statutoryHolidays(year: number): Holiday[] {
  const isHandover = (year - HANDOVER_YEAR) % 6 === 0;
  return [
    { day: dayOfYear(year, '01-01'), name: 'Año Nuevo' },
    { day: mondayFrom(dayOfYear(year, '02-01')), name: 'Día de la Constitución' },
    { day: mondayFrom(dayOfYear(year, '03-15')), name: 'Natalicio de Benito Juárez' },
    { day: dayOfYear(year, '05-01'), name: 'Día del Trabajo' },
    { day: dayOfYear(year, '09-16'), name: 'Día de la Independencia' },
    ...(isHandover ? [{ day: dayOfYear(year, '10-01'), name: 'Transmisión del Poder Ejecutivo Federal' }] : []),
    { day: mondayFrom(dayOfYear(year, '11-15')), name: 'Día de la Revolución' },
    { day: dayOfYear(year, '12-25'), name: 'Navidad' },
  ];
}
