import type { CalendarDate } from './calendar.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Kept by zone: one takes 32 kB outside the JavaScript heap, and longer to make than fifty uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a wall clock of an IANA zone shows, as the fields of a `Date` in UTC, to the second. */
export function wallClockAt(zone: string, instant: Date | number): Date {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return new Date(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** The minute of the day, 0 to 1439, on the wall clock of a zone. */
export function minuteIn(zone: string, instant: Date): number {
  const wallClock = wallClockAt(zone, instant);
  return wallClock.getUTCHours() * 60 + wallClock.getUTCMinutes();
}

/**
 * The instant at which a wall clock of the zone shows this day and minute. Where clocks are set back and show it twice, the first. Where
 * they are set forward and never show it, as long after the change as it is into the gap (02:30 is then 03:30).
 */
export function instantAt(zone: string, day: CalendarDate, minute: number): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const offsetMs = offsetIn(zone);
  const [before, after] = [target - offsetMs(target - DAY_MS), target - offsetMs(target + DAY_MS)];
  const [first = before] = [before, after].filter((instant) => instant + offsetMs(instant) === target).sort((a, b) => a - b);
  return new Date(first);
}

/** By how much a wall clock of the zone is ahead of UTC at an instant, in milliseconds. */
const offsetIn = (zone: string) => (instant: number) => wallClockAt(zone, instant).getTime() - Math.floor(instant / 1000) * 1000;
