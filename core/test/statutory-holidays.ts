import { addDays, type CalendarDate, calendarDate } from '../src/domain/calendar.ts';
import type { Holiday } from '../src/domain/holidays.ts';

const MONDAY = 1;
/** The years in which a president takes office are six apart. */
const HANDOVER_YEAR = 2024;

const dayOfYear = (year: number, monthAndDay: string): CalendarDate => calendarDate(`${year}-${monthAndDay}`);

/** Returns the day itself where it is a Monday. */
function mondayFrom(day: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 + MONDAY - weekday) % 7);
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
