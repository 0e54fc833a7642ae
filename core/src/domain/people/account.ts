import { addDays, type CalendarDate } from '../calendar.ts';
import type { Person } from './person.ts';

export type Greeting = 'morning' | 'afternoon' | 'night';

/** 6 to 12 morning, 12 to 18 afternoon, otherwise night; the hour is 0 to 23 on the person's clock. */
export function greetingAt(hour: number): Greeting {
  if (hour >= 6 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'night';
}

/** `read` opens the calls that only read; `write` those too that change something; `import_people` the bulk upload of people and no other. */
export const tokenScopes = ['read', 'write', 'import_people'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const USUAL_DAYS = 90;
export const TOKEN_DAYS_MAX = 365;

/** The last day of a personal token that is made today without another choice. */
export const usualExpiry = (today: CalendarDate): CalendarDate => addDays(today, USUAL_DAYS);

/** The last day a personal token made today may be good for (docs/product.md, 8). */
export const latestExpiry = (today: CalendarDate): CalendarDate => addDays(today, TOKEN_DAYS_MAX);

/** A token is good through its last day: today at the earliest, 365 days from now at the latest. */
export const isAcceptableExpiry = (expiresOn: CalendarDate, today: CalendarDate): boolean =>
  expiresOn >= today && expiresOn <= latestExpiry(today);

/** How long the link in the confirmation email works. */
export const EMAIL_CHANGE_MS = 7 * 24 * 3_600_000;

/** Emails are unique without regard to case, so a difference of case does not make another email. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An account with a password keeps its email until the new one is confirmed; a pending invitation is sent to the new one. */
export const needsConfirmation = (account: Pick<Person, 'email'> & { hasPassword: boolean }, email: string): boolean =>
  account.hasPassword && !isSameEmail(account.email, email.trim());

/** Letters include accented ones and ñ; composed or not, they count as typed (docs/product.md, 5). */
const rules = {
  reset: /^[\p{L}\p{M}\p{Nd} ]{8,16}$/u,
  profile: /^[\p{L}\p{M}\p{Nd} _-]{8,12}$/u,
} as const;

export type PasswordUse = keyof typeof rules;

/** Whether a new password is acceptable; nothing is trimmed or cut. */
export const isAcceptablePassword = (use: PasswordUse, password: string): boolean => rules[use].test(password);
