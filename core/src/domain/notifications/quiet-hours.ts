import { addDays, type CalendarDate, dayIn, hourIn } from '../calendar.ts';
import type { DateRange } from '../reports/date-range.ts';
import { weekOf } from '../reports/punctuality.ts';
import { deadlineKinds, type NotificationKind, newsKinds, summaryKinds } from './notification.ts';

const OPENS = 7;
const CLOSES = 20;

/** Kinds that wait until `OPENING` on a day. A notification whose deadline ends before does not wait, because it would be too late. */
export interface QuietHours {
  kinds: readonly NotificationKind[];
  /** Null where nothing is ever too late. */
  today: CalendarDate | null;
  opensOn: CalendarDate;
}
/** News about work that has ended, so that no deadline can pass. */
const OVER: readonly NotificationKind[] = ['verified', 'canceled'];
const UNDER_WAY = newsKinds.filter((kind) => !OVER.includes(kind));

/** Kinds that wait for a working day. */
export const workingDayKinds: readonly NotificationKind[] = [...deadlineKinds, ...summaryKinds];

/** On the wall clock of the business zone. */
export const OPENING = '07:00';

/**
 * The kinds that wait now: all about activities outside 7:00 to 20:00 in the business zone, and reminders and summaries on a holiday. Tokens are
 * asked for and come at any hour.
 */
export function quietHours(zone: string, now: Date, holidays: readonly CalendarDate[]): QuietHours[] {
  const today = dayIn(zone, now);
  const hour = hourIn(zone, now);
  const opening = nextOpening(today, hour, []);
  const workOpening = nextOpening(today, hour, holidays);
  return [
    ...(opening ? [{ kinds: OVER, today: null, opensOn: opening }] : []),
    ...(opening ? [{ kinds: UNDER_WAY, today, opensOn: opening }] : []),
    ...(workOpening ? [{ kinds: workingDayKinds, today, opensOn: workOpening }] : []),
  ];
}

/** Outside 7:00 to 20:00 in the business zone. */
export const isQuiet = (zone: string, now: Date): boolean => nextOpening(dayIn(zone, now), hourIn(zone, now), []) !== null;

/** Null while it is open. */
function nextOpening(today: CalendarDate, hour: number, closed: readonly CalendarDate[]): CalendarDate | null {
  if (hour >= OPENS && hour < CLOSES && !closed.includes(today)) return null;
  let day = hour < OPENS ? today : addDays(today, 1);
  while (closed.includes(day)) day = addDays(day, 1);
  return day;
}

const WEEKLY_OPENS = 8;

/**
 * The last week, from Monday to Sunday, at any time from 8:00 of this Monday in the business zone; null before. A server that was away
 * on Monday plans the mail when it is back.
 */
export function weekToMail(zone: string, now: Date, today: CalendarDate): DateRange | null {
  const monday = weekOf(today);
  if (today === monday && hourIn(zone, now) < WEEKLY_OPENS) return null;
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}
