import { addDays, addMonths, type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import { normalise } from '@bitacora/core/domain/text';
import { monthNames } from '@bitacora/core/messages/dates';

/** The day that a person typed, or why the text is none. */
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
const unitDays: Record<string, number> = { dia: 1, semana: 7 };

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

/** A day in the words and signs that people use: '27/11/26', '27112026', '27 nov', 'viernes', 'fin de mes', 'en 3 días'. */
export function readTypedDay(text: string, today: CalendarDate, earliest?: CalendarDate): TypedDay {
  const words = normalise(text)
    .replace(/[.,]+$/, '')
    .replace(/^(?:el|este|proximo|el proximo|a) /, '');
  if (words === '') return { problem: 'empty' };
  const dayFrom = spokenDays[words];
  if (dayFrom) return { day: dayFrom(today) };
  const weekday = findByStart(WEEKDAYS, words);
  if (weekday >= 0) return { day: nextWeekday(today, weekday) };
  const [, count, unit = ''] = /^(?:en )?\+?(\d{1,3}) (dia|semana|mes)(?:e?s)?$/.exec(words) ?? [];
  if (count) return { day: unit === 'mes' ? addMonths(today, Number(count)) : addDays(today, Number(count) * (unitDays[unit] ?? 1)) };

  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? [];
  if (isoYear && isoMonth && isoDay) return checkDay(iso(isoYear, isoMonth, isoDay));
  const numbers = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(words) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(words);
  if (numbers) {
    const [, day = '', month = '', year] = numbers;
    return year ? checkDay(iso(year, month, day)) : withoutYear(Number(month), Number(day), today, earliest);
  }
  const [, day, name = '', year] = /^(\d{1,2})(?: de | )?([a-z]{3,})\.?(?:(?: del? | |\/)(\d{4}|\d{2}))?$/.exec(words) ?? [];
  const month = findByStart(monthNames, name) + 1;
  if (!day || month === 0) return { problem: 'unreadable' };
  return year ? checkDay(iso(year, month, day)) : withoutYear(month, Number(day), today, earliest);
}

/** Local midnight, for the calendar widget only. */
export function toLocalDate(day: CalendarDate): Date {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, dayOfMonth);
}

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

/** The selected day in local time, never through UTC. */
export const toCalendarDate = (local: Date): CalendarDate =>
  `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}` as CalendarDate;
