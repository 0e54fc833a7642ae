/** A day of the business calendar, `YYYY-MM-DD`. It has no time and no zone, and compares as text. */
export type CalendarDate = string & { readonly calendarDate: true };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

const fromUtc = (ms: number): CalendarDate => new Date(ms).toISOString().slice(0, 10) as CalendarDate;
const fromUtcOrNull = (ms: number) => (Number.isNaN(ms) ? null : fromUtc(ms));

function toUtc(day: CalendarDate): number {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, dayOfMonth);
}

/** Returns true for a day that exists, in the years 1900 to 9999: '2026-02-29' is refused. */
export function isCalendarDate(text: string): text is CalendarDate {
  return shape.test(text) && text >= '1900' && fromUtcOrNull(Date.parse(`${text}T00:00:00Z`)) === text;
}

/** Throws on text that is not a day. It is for constants and tests; input from people goes through the contract. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text;
}

/** Formats are kept by zone, because making one takes longer than a thousand uses of it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** The last day is kept, because calls ask for it often and no zone changes its day within a second. */
let lastDay = { zone: '', second: Number.NaN, day: '' as CalendarDate };

/** Returns the day at `instant` in an IANA zone such as America/Mexico_City. */
export function localDay(zone: string, instant: Date): CalendarDate {
  const second = Math.floor(instant.getTime() / 1_000);
  if (lastDay.zone !== zone || lastDay.second !== second) lastDay = { zone, second, day: formatDay(zone, instant) };
  return lastDay.day;
}

function formatDay(zone: string, instant: Date): CalendarDate {
  let format = dayFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(zone, format);
  }
  return format.format(instant) as CalendarDate;
}

/** Returns the hour, 0 to 23, on the wall clock of an IANA zone. */
export function localHour(zone: string, instant: Date): number {
  let format = hourFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    hourFormats.set(zone, format);
  }
  return Number(format.format(instant));
}

export const addDays = (day: CalendarDate, days: number): CalendarDate => fromUtc(toUtc(day) + days * DAY_MS);

export const isMonday = (day: CalendarDate): boolean => new Date(toUtc(day)).getUTCDay() === 1;

/** Returns 0 on a Sunday. */
export const daysToSunday = (day: CalendarDate): number => (7 - new Date(toUtc(day)).getUTCDay()) % 7;

/** Returns whole days from one day to another, negative when `to` lies earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => Math.round((toUtc(to) - toUtc(from)) / DAY_MS);

/** Keeps the day of the month, or takes the month's last day where that day does not exist (31 Jan + 1 = 28 or 29 Feb). */
export function addMonths(day: CalendarDate, months: number): CalendarDate {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  const lastOfTarget = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastOfTarget)));
}

export const earlierDay = (a: CalendarDate, b: CalendarDate): CalendarDate => (a <= b ? a : b);
export const laterDay = (a: CalendarDate, b: CalendarDate): CalendarDate => (a >= b ? a : b);

/** Formats are kept by zone, because one takes 32 kB outside the JavaScript heap and longer to make than fifty uses of it. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns what a wall clock of an IANA zone shows, to the second, in the UTC fields of a `Date`. */
export function wallClockAt(zone: string, instant: Date | number): Date {
  let format = clockFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clockFormats.set(zone, format);
  }
  return new Date(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** Returns the minute of the day, 0 to 1439, on the wall clock of a zone. */
export function localMinute(zone: string, instant: Date): number {
  const wallClock = wallClockAt(zone, instant);
  return wallClock.getUTCHours() * 60 + wallClock.getUTCMinutes();
}

/**
 * Returns the instant at which a wall clock of the zone shows this day and minute. It is the first one where clocks are set back and show it
 * twice. Where they are set forward and never show it, it lies as long after the change as the minute lies in the gap (02:30 is then 03:30).
 */
export function instantAt(zone: string, day: CalendarDate, minute: number): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const offsetMs = zoneOffset(zone);
  const [before, after] = [target - offsetMs(target - DAY_MS), target - offsetMs(target + DAY_MS)];
  const [first = before] = [before, after].filter((instant) => instant + offsetMs(instant) === target).sort((a, b) => a - b);
  return new Date(first);
}

/** Returns in milliseconds how far a wall clock of the zone is ahead of UTC at an instant. */
const zoneOffset = (zone: string) => (instant: number) => wallClockAt(zone, instant).getTime() - Math.floor(instant / 1000) * 1000;

/** Both ends belong to the range. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** Covers one month back to today; it begins earlier when the oldest pending activity does (docs/product.md, 12). */
export function defaultRange(today: CalendarDate, oldestPendingOn: CalendarDate | null = null): DateRange {
  const monthBack = addMonths(today, -1);
  return { from: oldestPendingOn ? earlierDay(monthBack, oldestPendingOn) : monthBack, to: today };
}

/** A side that is null leaves out no activity. */
export interface OpenRange {
  from: CalendarDate | null;
  to: CalendarDate | null;
}

export const isBackwards = ({ from, to }: { from?: CalendarDate | null; to?: CalendarDate | null }): boolean =>
  Boolean(from && to && from > to);

/** The finished report fills the open sides. */
export function finishedRange({ from, to }: OpenRange, today: CalendarDate): DateRange {
  const usual = defaultRange(to ?? laterDay(today, from ?? today));
  return { from: from ?? usual.from, to: usual.to };
}
