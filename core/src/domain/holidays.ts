import { addDays, type CalendarDate, calendarDate } from './calendar.ts';

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

/** A day on which the company rests: nobody is reminded of anything (docs/product.md, 7). */
export interface Holiday {
  day: CalendarDate;
  name: string;
}

const MONDAY = 1;
/** The years in which a president takes office are six apart. */
const HANDOVER_YEAR = 2024;

const dayOfYear = (year: number, monthAndDay: string): CalendarDate => calendarDate(`${year}-${monthAndDay}`);

/** The first Monday from a day on. */
function mondayFrom(day: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 + MONDAY - weekday) % 7);
}

/** What setting a deadline adds to its result: the holiday it falls on, which does not refuse it. */
export interface HolidayNotice {
  holiday: Holiday | undefined;
}

/**
 * The last day whose deadlines a working day announces: tomorrow, or the end of the days of rest that begin with
 * it. Nothing is sent on those, and afterwards their deadlines are over.
 */
export function lastAnnouncedDay(today: CalendarDate, holidays: readonly CalendarDate[]): CalendarDate {
  const tomorrow = addDays(today, 1);
  let last = tomorrow;
  while (holidays.includes(last) && holidays.includes(addDays(last, 1))) last = addDays(last, 1);
  return last;
}

/** The day after today on which the reminder job writes. */
export function nextDayOfReminders(today: CalendarDate, holidays: readonly CalendarDate[]): CalendarDate {
  let day = addDays(today, 1);
  while (holidays.includes(day)) day = addDays(day, 1);
  return day;
}

/** Mexico's days of rest in a year, by date (LFT, article 74). Election days have no rule: administrators add them. */
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
