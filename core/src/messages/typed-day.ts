import { addDays, addMonths, type CalendarDate, isCalendarDate } from '../domain/calendar.ts';
import { normalise } from '../domain/text.ts';
import { monthNames } from './dates.ts';

export type TypedDay = { day: CalendarDate } | { problem: 'empty' | 'unreadable' | 'nonexistent' };

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];

const weekdayNumber = (day: CalendarDate) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const endOfMonth = (day: CalendarDate): CalendarDate => addDays(addMonths(`${day.slice(0, 7)}-01` as CalendarDate, 1), -1);
/** The next day of that weekday after `today`: 'viernes', said on a Friday, is a week away. */
export const nextWeekday = (today: CalendarDate, weekday: number): CalendarDate =>
  addDays(today, ((weekday - weekdayNumber(today) + 6) % 7) + 1);

const spokenDays: Record<string, (today: CalendarDate) => CalendarDate> = {
  hoy: (today) => today,
  manana: (today) => addDays(today, 1),
  'pasado manana': (today) => addDays(today, 2),
  ayer: (today) => addDays(today, -1),
  'fin de mes': endOfMonth,
  'fin de ano': (today) => `${today.slice(0, 4)}-12-31` as CalendarDate,
};
const unitDays: Record<string, number> = { d: 1, s: 7 };

/** The place of the word that starts with these letters; three letters are the least. */
const findByStart = (words: readonly string[], letters: string): number =>
  letters.length < 3 ? -1 : words.findIndex((word) => word.startsWith(letters) || (letters === 'set' && word === 'septiembre'));

const iso = (year: string | number, month: string | number, day: string | number) =>
  `${String(year).padStart(4, '20')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const checkDay = (text: string): TypedDay => (isCalendarDate(text) ? { day: text } : { problem: 'nonexistent' });

/** Without a year: in the year of `earliest`, or the next one where that is past. A form without `earliest` means this year. */
function withoutYear(month: number, day: number, today: CalendarDate, earliest: CalendarDate | undefined): TypedDay {
  const year = Number((earliest ?? today).slice(0, 4));
  const [first, second] = [iso(year, month, day), iso(year + 1, month, day)];
  return checkDay(earliest && (first < earliest || !isCalendarDate(first)) && isCalendarDate(second) ? second : first);
}

/** A day in the words and signs that people use: '27/11/26', '27112026', '27 nov', 'viernes', 'fin de mes', 'en 3 días', '+3d'. */
export function readTypedDay(text: string, today: CalendarDate, earliest?: CalendarDate): TypedDay {
  const words = normalise(text)
    .replace(/[.,]+$/, '')
    .replace(/^(?:el|este|proximo|el proximo|a) /, '');
  if (words === '') return { problem: 'empty' };
  const dayFrom = spokenDays[words];
  if (dayFrom) return { day: dayFrom(today) };
  const weekday = findByStart(WEEKDAYS, words);
  if (weekday >= 0) return { day: nextWeekday(today, weekday) };
  const [, sign, count, unit = ''] = /^(en |dentro de |hace |[+-])?(\d{1,3}) ?(d|dias?|s|sem|semanas?|m|mes|meses)$/.exec(words) ?? [];
  if (count) {
    const units = Number(sign === 'hace ' || sign === '-' ? -count : count);
    const days = unitDays[unit.charAt(0)];
    return { day: days ? addDays(today, units * days) : addMonths(today, units) };
  }

  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(words) ?? [];
  if (isoYear && isoMonth && isoDay) return checkDay(iso(isoYear, isoMonth, isoDay));
  const numbers = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(words) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(words);
  if (numbers) {
    const [, day = '', month = '', year] = numbers;
    return year ? checkDay(iso(year, month, day)) : withoutYear(Number(month), Number(day), today, earliest);
  }
  const [, day, name = '', year] = /^(\d{1,2})(?: de |[ /-])?([a-z]{3,})\.?(?:(?: del? |[ /-])(\d{4}|\d{2}))?$/.exec(words) ?? [];
  const month = findByStart(monthNames, name) + 1;
  if (!day || month === 0) return { problem: 'unreadable' };
  return year ? checkDay(iso(year, month, day)) : withoutYear(month, Number(day), today, earliest);
}
