import { addDays, type CalendarDate, hourIn, isMonday } from '../calendar.ts';

const MINUTE_MS = 60_000;

/** How long the holder of a piece of work has it alone. */
export const CHAT_LEASE_MS = 2 * MINUTE_MS;
/** A letter due for longer is nobody's to claim any more: it goes by email, within a quarter of an hour of being due (decision 17). */
export const CHAT_LETTER_MS = 10 * MINUTE_MS;
/** A change waits this long: several are drawn at once, and the answer to a press is drawn before it. */
export const SETTLED_MS = 5_000;
/** What did not go is tried again after this long; a card and a task after twice as long each time. */
export const CHAT_RETRY_MS = MINUTE_MS;
/** Tries after which a card is not followed any more, nor a task done: the last one comes after 17 hours. */
export const CHAT_TRIES = 11;
/** A greeting that comes later is none. */
export const GREETING_MS = 3_600_000;
/** Cards posted earlier are not redrawn. */
export const CARD_DAYS = 30;

const SUMMARY_OPENS = 8;
const SUMMARY_CLOSES = 20;

/** The week that is summed up now, from Monday to Sunday, or null: on Mondays from 8:00 until 20:00 in the business zone, and not later. */
export function weekToSummarize(zone: string, now: Date, today: CalendarDate): { from: CalendarDate; to: CalendarDate } | null {
  const hour = hourIn(zone, now);
  if (!isMonday(today) || hour < SUMMARY_OPENS || hour >= SUMMARY_CLOSES) return null;
  return { from: addDays(today, -7), to: addDays(today, -1) };
}
