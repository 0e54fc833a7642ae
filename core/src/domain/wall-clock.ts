import { type CalendarDate, hourIn } from './calendar.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The minute of the day, 0 to 1439, on the wall clock of an IANA zone. */
export function minuteIn(zone: string, instant: Date): number {
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone: zone, minute: 'numeric' }).format(instant);
  return hourIn(zone, instant) * 60 + Number(minute);
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
function offsetIn(zone: string): (instant: number) => number {
  const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => Date.parse(`${wallClock.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
}
