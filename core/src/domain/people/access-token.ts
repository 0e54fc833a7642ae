import { addDays, type CalendarDate } from '../calendar.ts';

/** `read` opens the calls that only read; `write` those too that change something. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const LONGEST_DAYS = 90;

/** The last day a personal token made today may be good for (docs/reliability.md). */
export const latestExpiry = (today: CalendarDate): CalendarDate => addDays(today, LONGEST_DAYS);

/** A token is good through its last day: today at the earliest, 90 days from now at the latest. */
export const isAcceptableExpiry = (expiresOn: CalendarDate, today: CalendarDate): boolean =>
  expiresOn >= today && expiresOn <= latestExpiry(today);
