import type { DayOrder } from '../../../domain/activities/activity-import.ts';
import { addDays, type CalendarDate, calendarDate, daysBetween, isCalendarDate, localDay } from '../../../domain/calendar.ts';
import { fold } from '../../../domain/text.ts';
import { monthNames, weekdayWords } from '../../../messages/activities/spreadsheet-words.ts';

/** One cell as the spreadsheet shows it. */
export interface GridCell {
  text: string;
  /** Set where the file holds a date and not a text. */
  day?: CalendarDate;
  /** Its colour as six hexadecimal digits, `92d050`. */
  fill?: string;
}

/** A row that says something, numbered as spreadsheets do. A merged cell stands in each place that it covers. */
export interface GridRow {
  row: number;
  cells: readonly (GridCell | undefined)[];
  /** It was filtered away or hidden. */
  isHidden?: true;
  /** All that it says is struck through. */
  isStruck?: true;
}

/** One sheet of a workbook. */
export interface Grid {
  sheet: string;
  rows: readonly GridRow[];
  /** Its contents are not here: hidden sheets hold lists of choices. */
  isHidden?: true;
  /** What stood under no heading right of the lists or below them and was not read. `first` names the first column or row. */
  cut?: { columns?: { count: number; first: string }; rows?: { count: number; first: number } };
}

export interface DayContext {
  today: CalendarDate;
  zone: string;
  /** Says which number of '03/11/2026' is the day. */
  order: DayOrder;
  /** The month that the sheet's name gives: 'Noviembre 2026', 'NOV'. */
  month?: { month: number; year?: number };
}

/** Serial numbers of Excel from 2000 to 2099; smaller ones are figures of another kind. */
const SERIALS = { first: 36_526, firstDay: calendarDate('2000-01-01'), last: 73_050 };

const two = (number: number) => String(number).padStart(2, '0');
const fullYear = (digits: string) => (digits.length === 2 ? 2000 + Number(digits) : Number(digits));

function makeDay(year: number, month: number, day: number): CalendarDate | null {
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : null;
}

/** Returns the day in the year that brings it nearest to another: on 23 November '3-nov' is of this year and '15-ene' of the next. */
function findNearestDay(month: number, day: number, to: CalendarDate): CalendarDate | null {
  const year = Number(to.slice(0, 4));
  const days = [year, year - 1, year + 1].flatMap((candidate) => makeDay(candidate, month, day) ?? []);
  const [first = null] = days.toSorted((a, b) => Math.abs(daysBetween(to, a)) - Math.abs(daysBetween(to, b)));
  return first;
}

/** Returns a day without a year, near the middle of the month that the sheet's name gives. January stands in the sheet of December too. */
function guessYear(month: number, day: number, { today, month: hint }: DayContext): CalendarDate | null {
  if (!hint) return findNearestDay(month, day, today);
  const middle = hint.year ? makeDay(hint.year, hint.month, 15) : findNearestDay(hint.month, 15, today);
  return findNearestDay(month, day, middle ?? today);
}

/** Returns 1 to 12 for 'nov', 'Nov.' and 'noviembre'; 0 for any other word. */
export function readMonth(word: string): number {
  const folded = fold(word);
  return folded.length < 3 ? 0 : monthNames.findIndex((names) => names.some((name) => name.startsWith(folded))) + 1;
}

const isWeekday = (word: string) => weekdayWords.some((beginning) => word.startsWith(beginning)) && readMonth(word) === 0;

function dayFromNumbers([first, second, third]: readonly string[], context: DayContext): CalendarDate | null {
  if (first === undefined || second === undefined) return null;
  if (first.length === 4 && third !== undefined) return makeDay(Number(first), Number(second), Number(third));
  const [a, b] = [Number(first), Number(second)];
  const isMonthFirst = b > 12 || (context.order === 'mdy' && a <= 12);
  const [day, month] = isMonthFirst ? [b, a] : [a, b];
  if (third !== undefined) return makeDay(fullYear(third), month, day);
  return guessYear(month, day, context);
}

/** Reads '3 nov', 'nov 3', '3 de noviembre de 2026', '3-7 nov' (the last day counts, because work is due at the end). */
function dayFromWords(words: readonly string[], context: DayContext): CalendarDate | null {
  const at = words.findLastIndex((word) => readMonth(word) > 0);
  if (at < 0) return null;
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const year = numbers.find((number) => number.length === 4);
  const short = numbers.filter((number) => number.length <= 2);
  const before = words.slice(0, at).findLast((word) => /^\d{1,2}$/.test(word));
  const day = before ?? short[0];
  const after = words.slice(at + 1).find((word) => /^\d{2}$/.test(word));
  if (day === undefined) return null;
  const month = readMonth(words[at] as string);
  const shortYear = before === undefined ? undefined : after;
  const anyYear = year ?? shortYear;
  if (anyYear !== undefined) return makeDay(fullYear(anyYear), month, Number(day));
  return guessYear(month, Number(day), context);
}

/** Trello writes instants so; the day of the company may be the one before. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Returns the day a cell names, however people write it; null where it names none. Times of day are dropped. */
export function readDay({ text, day }: GridCell, context: DayContext): CalendarDate | null {
  const { zone } = context;
  if (day) return day;
  if (INSTANT.test(text.trim())) return localDay(zone, new Date(text.trim()));
  const folded = fold(text)
    .replace(/\b\d{1,2}:\d{2}.*$/u, '')
    .replace(/(?<=\d)t\d{2}.*$/u, '')
    .trim();
  const words = folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isWeekday(word) && !['de', 'del', 'al', 'a', 'el'].includes(word));
  const numbers = words.flatMap((word) => (/^\d+$/.test(word) ? [word] : []));
  if (words.some((word) => readMonth(word) > 0)) return dayFromWords(words.flatMap(splitLetters), context);
  if (numbers.length !== words.length) return dayFromWords(words.flatMap(splitLetters), context);
  if (numbers.length === 2 || numbers.length === 3) return dayFromNumbers(numbers, context);
  const [only] = numbers;
  if (numbers.length !== 1 || only === undefined) return null;
  const serial = Number(only);
  if (serial >= SERIALS.first && serial <= SERIALS.last) return addDays(SERIALS.firstDay, serial - SERIALS.first);
  const { month: hint } = context;
  return !hint || serial > 31 ? null : guessYear(hint.month, serial, context);
}

/** Splits '3nov26' into three words. */
const splitLetters = (word: string): string[] => word.match(/\d+|\p{L}+/gu) ?? [];

/** Returns the order that the numbers of a column prove. Null where all can be read both ways, and where they contradict each other. */
export function findDayOrder(cells: readonly GridCell[]): DayOrder | null {
  const orders = new Set<DayOrder>();
  for (const { text, day } of cells) {
    const [, first, second] = day ? [] : (/^(\d{1,2})[/.-](\d{1,2})(?:[/.-]|$)/u.exec(text) ?? []);
    if (Number(first) > 12) orders.add('dmy');
    if (Number(second) > 12) orders.add('mdy');
  }
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}

/** Reads the month in the name of a sheet: 'Noviembre', 'NOV 26', '11-2026'. */
export function readSheetMonth(name: string): DayContext['month'] {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitLetters);
  const month = words.map(readMonth).find((number) => number > 0);
  if (!month) return undefined;
  const year = words.find((word) => /^(20)?\d{2}$/.test(word));
  return year ? { month, year: fullYear(year) } : { month };
}
