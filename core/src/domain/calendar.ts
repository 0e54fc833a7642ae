/** A day of the business calendar, `YYYY-MM-DD`. It has no time and no zone, and compares as text. */
export type CalendarDate = string & { readonly calendarDate: true };

const DAY_MS = 86_400_000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

const fromUtc = (ms: number): CalendarDate => new Date(ms).toISOString().slice(0, 10) as CalendarDate;

function utcOf(day: CalendarDate): number {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, dayOfMonth);
}

/** True for a day that exists, in the years 1900 to 9999: '2026-02-29' is refused. */
export function isCalendarDate(text: string): text is CalendarDate {
  return shape.test(text) && text >= '1900' && fromUtcOrNull(Date.parse(`${text}T00:00:00Z`)) === text;
}

const fromUtcOrNull = (ms: number) => (Number.isNaN(ms) ? null : fromUtc(ms));

/** Throws on text that is not a day: for constants and tests. Input from people goes through the contract. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

/** Kept by zone: making one takes longer than a thousand uses of it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** Of a second and a zone. Calls ask for the present day again and again, and no zone changes its day within a second. */
let lastDay = { zone: '', second: Number.NaN, day: '' as CalendarDate };

/** The day it is at `instant` in an IANA zone such as America/Mexico_City. */
export function dayIn(zone: string, instant: Date): CalendarDate {
  const second = Math.floor(instant.getTime() / 1_000);
  if (lastDay.zone !== zone || lastDay.second !== second) lastDay = { zone, second, day: formattedDay(zone, instant) };
  return lastDay.day;
}

function formattedDay(zone: string, instant: Date): CalendarDate {
  let format = dayFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(zone, format);
  }
  return format.format(instant) as CalendarDate;
}

/** The hour, 0 to 23, on the wall clock of an IANA zone. */
export function hourIn(zone: string, instant: Date): number {
  let format = hourFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    hourFormats.set(zone, format);
  }
  return Number(format.format(instant));
}

export const addDays = (day: CalendarDate, days: number): CalendarDate => fromUtc(utcOf(day) + days * DAY_MS);

export const isMonday = (day: CalendarDate): boolean => new Date(utcOf(day)).getUTCDay() === 1;

/** Whole days from one day to another, negative when `to` lies earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => Math.round((utcOf(to) - utcOf(from)) / DAY_MS);

/** The same day of the month some months away. The month's last day where that day does not exist (31 Jan + 1 = 28 or 29 Feb). */
export function addMonths(day: CalendarDate, months: number): CalendarDate {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const lastOfTarget = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastOfTarget)));
}

export const earlierOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a <= b ? a : b);
export const laterOf = (a: CalendarDate, b: CalendarDate): CalendarDate => (a >= b ? a : b);
