import { addDays, type CalendarDate, hourIn, isMonday } from '../calendar.ts';

const MINUTE_MS = 60_000;

/** The lease of a piece of work. */
export const CHAT_LEASE_MS = 2 * MINUTE_MS;
/** A digest due for longer goes by email, within a quarter of an hour of being due (decision 17). */
export const CHAT_DIGEST_MS = 10 * MINUTE_MS;
/** A change waits this long, so that several are drawn at once, and after the reply to a button. */
export const SETTLED_MS = 5_000;
/** The time to the next try; cards and tasks wait twice as long each time. */
export const CHAT_RETRY_MS = MINUTE_MS;
/** Tries of a card or task; the last one comes after 17 hours. */
export const CHAT_TRIES = 11;
/** A greeting is not posted later. */
export const GREETING_MS = 3_600_000;
/** Cards posted earlier are not redrawn. */
export const CARD_DAYS = 30;

const SUMMARY_OPENS = 8;
const SUMMARY_CLOSES = 20;

/** The last week, from Monday to Sunday, on Mondays from 8:00 to 20:00 in the business zone; null at other times. */
export function weekToSummarize(zone: string, now: Date, today: CalendarDate): { from: CalendarDate; to: CalendarDate } | null {
  const hour = hourIn(zone, now);
  if (!isMonday(today) || hour < SUMMARY_OPENS || hour >= SUMMARY_CLOSES) return null;
  return { from: addDays(today, -7), to: addDays(today, -1) };
}
