import type { DayOrder } from '../../../domain/activities/activity-import.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  daysBetween,
  isCalendarDate,
  localDay,
  MINUTE_MS,
} from '../../../domain/calendar.ts';
import { fold } from '../../../domain/text.ts';
import { dateWords, monthNames, weekdayNames } from '../../../messages/activities/spreadsheet-words.ts';
import type { GridCell } from './cells.ts';

export interface DayContext {
  today: CalendarDate;
  zone: string;
  /** Says which number of '03/11/2026' is the day. */
  order: DayOrder;
  /** The month that the sheet's name gives: 'Noviembre 2026', 'NOV'. */
  month?: { month: number; year?: number };
}

/** The ways to write a day of which a column has one: '3/11', '11/3', '26-11-03', '3-nov', 'nov-3', 'mar 3' in the sheet of a month, 'nov-26'. */
type DayFormat = DayOrder | 'ymd' | 'dayMonth' | 'monthDay' | 'dayAlone' | 'month' | 'plain';
interface DayReading {
  format: DayFormat;
  day: CalendarDate;
}

/** Serial numbers of Excel from 2000 to 2099; smaller ones are figures of another kind. */
const SERIALS = { first: 36_526, firstDay: calendarDate('2000-01-01'), last: 73_050 };
/** Days of work outside these years are slips of the hand. */
const isLikely = (day: CalendarDate) => day >= '2000' && day < '2101';
/** '28' may be a year where it lies as near as this. */
const YEARS = { back: 5, ahead: 10 };
/** Longer texts name no day. */
const DAY_MAX = 120;
/** Two digits from here on are a year of the last century, as in Excel. */
const OLD_YEARS = 70;

const two = (number: number) => String(number).padStart(2, '0');
function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits);
  return digits.length === 2 ? Number(digits) + (Number(digits) < OLD_YEARS ? 2000 : 1900) : Number.NaN;
}

function makeDay(year: number, month: number, day: number): CalendarDate | null {
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : null;
}

/** Lists a day in the years around another one, the nearest first: on 23 November '3-nov' is of this year and '15-ene' of the next. */
function listNearDays(month: number, day: number, to: CalendarDate): CalendarDate[] {
  const year = Number(to.slice(0, 4));
  const days = [year, year - 1, year + 1].flatMap((candidate) => makeDay(candidate, month, day) ?? []);
  return days.sort((a, b) => Math.abs(daysBetween(to, a)) - Math.abs(daysBetween(to, b)));
}

/** Lists a day without a year, the nearest to the middle of the sheet's month first. January stands in the sheet of December too. */
function listYears(month: number, day: number, { today, month: hint }: DayContext): CalendarDate[] {
  const middle = hint && (hint.year ? makeDay(hint.year, hint.month, 15) : listNearDays(hint.month, 15, today)[0]);
  return listNearDays(month, day, middle ?? today);
}

/** Returns the place, from 1, of the name that begins with a word; 0 for any other word. */
const findName = (names: readonly (readonly string[])[], word: string): number =>
  word.length < 3 ? 0 : names.findIndex((each) => each.some((name) => name.startsWith(word))) + 1;

/** Returns 1 to 12 for 'nov', 'noviembre' and 'November'; 0 for any other word. */
export const readMonth = (word: string): number => findName(monthNames, fold(word));

const listWords = (text: string): string[] => text.match(/\d+|\p{L}+/gu) ?? [];

const TIME = /(?:(?<=\d)t|\b)(\d{1,2}):(\d{2})(:\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\b\.?)?(.*)$/u;
const OF_TIME = /\b(?:h|hrs?|hours?|horas?|[ap]|m|[ap]m|to|al?)\b|[^\p{L}]+/gu;
const OFFSET = /^\s*(z|utc|gmt)?\s*(?:([+-])(\d{1,2}):?(\d{2})?)?\s*(?:[[(].*)?$/u;

/**
 * Takes the time off a text; words behind it stay. One that says how far its clock is from UTC is an instant: `toLocal` returns its day in the
 * company's zone.
 */
function splitTime(text: string, zone: string): { dateText: string; behind: string; toLocal: (day: CalendarDate) => CalendarDate } {
  const [time = '', hour, minute, seconds, half, rest = ''] = TIME.exec(text) ?? [];
  const dateText = text.slice(0, text.length - time.length);
  const [, clock, sign, hours, minutes = 0] = OFFSET.exec(rest) ?? [];
  // '10:00-11:00' beside a day is no offset.
  const hasOffset = sign !== undefined && (time.startsWith('t') || seconds !== undefined || /^\d{4}/.test(dateText));
  if (!clock && !hasOffset) return { dateText, behind: rest.replace(OF_TIME, ' '), toLocal: (day) => day };
  const minuteOfDay = (half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)) * 60 + Number(minute);
  const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  const toLocal = (day: CalendarDate) => localDay(zone, new Date(Date.parse(`${day}T00:00:00Z`) + (minuteOfDay - offset) * MINUTE_MS));
  return { dateText, behind: '', toLocal };
}

type Candidate = readonly [DayFormat, readonly (CalendarDate | null)[]];

/**
 * Lists what numbers (n), years (y), serial numbers (s) and months (M) in this order may name, each with the likeliest of its days first. Of a
 * range the last day counts, because work is due at the end. `hasMore` says that other words stand between.
 */
function listCandidates(shape: string, parts: readonly string[], hasMore: boolean, dateText: string, context: DayContext): Candidate[] {
  const [third = '', second = '', last = ''] = [parts.at(-3), parts.at(-2), parts.at(-1)];
  const [a, b, c] = [Number(third), Number(second), Number(last)];
  const month = Number(parts[shape.lastIndexOf('M')]);
  const year = Number(context.today.slice(0, 4));
  const isNear = (digits: string) => fullYear(digits) >= year - YEARS.back && fullYear(digits) <= year + YEARS.ahead;
  const monthOf = (digits: string, number: number): Candidate[] => {
    const first = digits.length === 4 || isNear(digits) ? makeDay(fullYear(digits), number, 1) : null;
    return first
      ? [
          ['month', [addDays(addMonths(first, 1), -1)]],
          ['month', [first]],
        ]
      : [];
  };
  const orders = (days: (day: number, ofMonth: number) => readonly (CalendarDate | null)[], x: number, y: number): Candidate[] => [
    ['dmy', days(x, y)],
    ['mdy', days(y, x)],
  ];
  if (/^(n|nM[ny]?)?nM$/.test(shape)) return [['dayMonth', listYears(month, b, context)]];
  if (/^(n|nM[ny]?)?nM[ny]$/.test(shape)) return [['dayMonth', [makeDay(fullYear(last), month, a)]]];
  // 'mar 01/12/26' is a whole day beside its weekday.
  if (shape.startsWith('M') && /\d[/.]\d/.test(dateText)) return [];
  if (/^(Mny?)?Mn$/.test(shape)) {
    const asDay: Candidate = ['monthDay', listYears(month, c, context)];
    return dateText.includes('-') ? [...monthOf(last, month), asDay] : [asDay, ...monthOf(last, month)];
  }
  if (/^(Mny?)?Mn?ny$/.test(shape)) return [['monthDay', [makeDay(c, month, b)]]];
  if (shape === 'Mnn')
    return [
      ['monthDay', isNear(last) ? [makeDay(fullYear(last), month, b)] : []],
      ['monthDay', /\p{L}\.?\s+\d+\s*(?:[-–]|al?)\s*\d/u.test(dateText) ? listYears(month, c, context) : []],
    ];
  if (shape === 'yMn') return [['plain', [makeDay(a, month, c)]]];
  if (shape === 'My' || shape === 'yM') return monthOf(shape === 'My' ? last : second, month);
  if (shape === 'ynn') return [['plain', [makeDay(a, b, c)]]];
  if (shape === 'nny' || shape === 'nnn') {
    const yearFirst: Candidate[] = isNear(third) && dateText.includes('-') ? [['ymd', [makeDay(fullYear(third), b, c)]]] : [];
    return [...orders((day, ofMonth) => [makeDay(fullYear(last), ofMonth, day)], a, b), ...yearFirst];
  }
  // Quantities and durations are no days: '3 semanas', '1.5', '25 %'.
  if (hasMore || /[%$]|^\d+[.,]\d+$/.test(dateText)) return [];
  if (shape === 'nn') return [...orders((day, ofMonth) => listYears(ofMonth, day, context), b, c), ...monthOf(last, b)];
  if (/^\d+[-/]\d+$/.test(dateText)) return shape === 'ny' ? monthOf(last, b) : shape === 'yn' ? monthOf(second, c) : [];
  if (shape === 'n' && context.month) return [['dayAlone', listYears(context.month.month, c, context)]];
  const isSerial = shape === 's' && c >= SERIALS.first && c <= SERIALS.last;
  return isSerial ? [['plain', [addDays(SERIALS.firstDay, c - SERIALS.first)]]] : [];
}

const hasWeekdays = (day: CalendarDate, weekdays: readonly number[]) =>
  weekdays.every((weekday) => new Date(`${day}T00:00:00Z`).getUTCDay() === weekday);

/** Reads words of which 'mar' at `monthIndex` is the month and any other the weekday. `fits` are the days on the weekday beside them. */
function readWords(words: readonly string[], monthIndex: number, dateText: string, context: DayContext) {
  const weekdays: number[] = [];
  const parts: string[] = [];
  let [shape, hasMore] = ['', false];
  for (const [index, word] of words.entries()) {
    const [month, weekday] = [readMonth(word), findName(weekdayNames, word)];
    const kind = month > 0 ? 'M' : /^\d+$/.test(word) ? (['', 'n', 'n', '', 'y', 's'][word.length] ?? '') : '';
    if (weekday > 0 && !(month > 0 && index === monthIndex)) weekdays.push(weekday - 1);
    else if (kind === '') hasMore = true;
    else {
      shape += kind;
      parts.push(month > 0 ? String(month) : word);
    }
  }
  const candidates = listCandidates(shape, parts, hasMore, dateText, context).flatMap(([format, days]) => {
    const readings = days.flatMap((day) => (day && !(format === 'month' && weekdays.length > 0) ? [{ format, day }] : []));
    const [first] = readings;
    return first ? [{ readings, isFit: hasWeekdays(first.day, weekdays) }] : [];
  });
  const fits = candidates.flatMap(({ readings, isFit }) => (isFit ? readings.slice(0, 1) : []));
  const all = candidates.flatMap(({ readings }) => readings.slice(0, weekdays.length > 0 ? undefined : 1));
  return { fits, all, hasMore, isWhole: parts.length === 3 && all.length > 0 };
}

/** Writes the days that programs store without signs as others do: '46371.5', '20261205', and the milliseconds since 1970 of ClickUp. */
const spellDigits = (text: string): string =>
  /^1\d{12}$/.test(text)
    ? fold(new Date(Number(text)).toISOString())
    : text.replace(/^(\d{5})[.,]\d+$/, '$1').replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');

export const isWeekday = (text: string): boolean =>
  /^\p{L}+\.?(-feira)?$/u.test(text) && findName(weekdayNames, fold(text).split(/[.-]/)[0] ?? '') > 0;

interface CellReadings {
  readings: readonly DayReading[];
  /** Those of another weekday than the one beside them too. */
  all: readonly DayReading[];
  /** One of them is on the weekday beside it. */
  isFit: boolean;
  /** Words that nobody knows stand beside the day, or its weekday is another one. */
  isDoubtful: boolean;
}

/** Lists the days that a cell may name, however people write them. Times of day are dropped. */
function listReadings({ text, day }: GridCell, context: DayContext): CellReadings {
  if (day) {
    const weekday = findName(weekdayNames, listWords(fold(text))[0] ?? '');
    const all = [day, swapDay(day) ?? day].map((each): DayReading => ({ format: 'plain', day: each }));
    const fits = all.filter((each) => weekday === 0 || hasWeekdays(each.day, [weekday - 1]));
    const isRight = fits[0]?.day === day;
    return { readings: fits.slice(0, 1), all: isRight ? [] : all, isFit: fits.length > 0, isDoubtful: !isRight };
  }
  if (text.length > DAY_MAX) return { readings: [], all: [], isFit: false, isDoubtful: true };
  const { dateText, behind, toLocal } = splitTime(spellDigits(fold(text).trim()), context.zone);
  const words = listWords(`${dateText} ${behind}`).filter((word) => !dateWords.includes(word));
  const bothWords = words.flatMap((word, index) => (readMonth(word) > 0 && findName(weekdayNames, word) > 0 ? index : []));
  const plain = readWords(words, -1, dateText, context);
  // Beside a whole day 'mar' is Tuesday.
  const variants = [plain, ...(plain.isWhole ? [] : bothWords.map((index) => readWords(words, index, dateText, context)))];
  const place = (readings: readonly DayReading[]) => readings.map((reading) => ({ ...reading, day: toLocal(reading.day) }));
  const fits = place(variants.flatMap((variant) => variant.fits));
  const all = place(variants.flatMap((variant) => variant.all));
  return {
    readings: fits.length > 0 ? fits : all,
    all,
    isFit: fits.length > 0,
    isDoubtful: fits.length === 0 || variants.some(({ hasMore }) => hasMore),
  };
}

const distinctDays = (readings: readonly DayReading[]): CalendarDate[] => [...new Set(readings.map(({ day }) => day))];

/** Returns the day whose month and day change places; null where there is none. */
export const swapDay = (day: CalendarDate): CalendarDate | null =>
  makeDay(Number(day.slice(0, 4)), Number(day.slice(8)), Number(day.slice(5, 7)));

/** Fewer real dates than this share lie after the 12th where Excel took the days of the others for months. */
const SWAPPED_SHARE = 0.25;

const hasOrder = ({ format }: DayReading) => format === 'dmy' || format === 'mdy';

/** Finds how the days of a column are written, which all its cells prove together. */
export function readDayColumn(cells: readonly GridCell[], context: DayContext) {
  const known = new Map<string, CellReadings>();
  const list = (cell: GridCell): CellReadings => {
    const key = `${cell.day} ${cell.text}`;
    const readings = known.get(key) ?? listReadings(cell, context);
    known.set(key, readings);
    return readings;
  };
  const proofs = new Map<DayFormat, number>();
  let isAmbiguous = false;
  for (const cell of cells) {
    const { readings, isDoubtful } = list(cell);
    const [format, another] = new Set(readings.map((reading) => reading.format));
    if (isDoubtful || !format) continue;
    if (!another && distinctDays(readings).length === 1) proofs.set(format, (proofs.get(format) ?? 0) + 1);
    isAmbiguous ||= distinctDays(readings.filter(hasOrder)).length > 1;
  }
  const lead = (proofs.get('dmy') ?? 0) - (proofs.get('mdy') ?? 0);
  const order: DayOrder | null = lead > 0 ? 'dmy' : lead < 0 ? 'mdy' : null;
  const realDays = cells.flatMap(({ day, text }) => (day && /^\d/.test(text) ? day : []));
  const late = realDays.filter((day) => swapDay(day) === null).length;
  /** Counts the days from the first to the last, because the deadlines of a list lie near each other. */
  const measureSpan = (days: readonly CalendarDate[]): number => {
    const texts = cells.flatMap((cell) => (cell.day ? [] : (list(cell).readings.find(({ format }) => format === order)?.day ?? [])));
    const sorted = [...texts, ...days].sort();
    return daysBetween(sorted[0] as CalendarDate, sorted.at(-1) as CalendarDate);
  };
  const swapped = order && late < realDays.length * SWAPPED_SHARE ? realDays.find((day) => ![null, day].includes(swapDay(day))) : undefined;
  return {
    /** The order of day and month that its texts prove. */
    order,
    /** Some text can be read in both orders. */
    isAmbiguous,
    isFit: (cell: GridCell): boolean => list(cell).isFit,
    /** A real date that Excel may have read in the other order: its texts say that they are those that Excel could not read so. */
    swapped,
    /** Its days lie nearer to those of its texts if they change places. */
    isSwapLikely: swapped !== undefined && measureSpan(realDays.map((day) => swapDay(day) ?? day)) < measureSpan(realDays),

    /** Returns the day that a cell names, or the possible days, the likeliest first, where a person must say which. Empty where it names none. */
    read(cell: GridCell, columnOrder: DayOrder | null): { days: CalendarDate[]; isSure: boolean } {
      const { readings, all, isDoubtful } = list(cell);
      // Until somebody says the order, it is day/month.
      const assumed = columnOrder ?? (readings.every(hasOrder) ? 'dmy' : null);
      const alike = readings.filter((reading) => reading.format === assumed || (!hasOrder(reading) && proofs.has(reading.format)));
      const isOther = (reading: DayReading) => columnOrder !== null && hasOrder(reading) && reading.format !== columnOrder;
      const [day, ...others] = distinctDays(distinctDays(readings).length === 1 ? readings : alike);
      if (day && others.length === 0 && !isDoubtful && isLikely(day) && !readings.every(isOther)) return { days: [day], isSure: true };
      const days = distinctDays([...alike, ...readings, ...all]);
      const likely = days.flatMap((each) =>
        isLikely(each) ? each : [...listNearDays(Number(each.slice(5, 7)), Number(each.slice(8)), context.today).slice(0, 1), each],
      );
      return { days: [...new Set(likely)], isSure: false };
    },
  };
}

/** Returns the day that a cell names by itself; null where it names none, or other words beside it. */
export function readDay(cell: GridCell, context: DayContext): CalendarDate | null {
  const [day = null] = listReadings(cell, context).isDoubtful ? [] : readDayColumn([cell], context).read(cell, context.order).days;
  return day;
}

/** Reads the month in the name of a sheet: 'Noviembre', 'NOV 26', '11-2026'. */
export function readSheetMonth(name: string): DayContext['month'] {
  const words = listWords(fold(name));
  const month = words.map(readMonth).find((number) => number > 0);
  if (!month) return undefined;
  const year = words.find((word) => /^(20)?\d{2}$/.test(word));
  return year ? { month, year: fullYear(year) } : { month };
}
