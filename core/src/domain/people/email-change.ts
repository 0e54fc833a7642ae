import type { Person } from './person.ts';

/** How long the link in the confirmation email works. */
export const EMAIL_CHANGE_MS = 7 * 24 * 3_600_000;

/** Emails are unique without regard to case, so a difference of case does not make another email. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An account with a password keeps its email until the new one is confirmed; a pending invitation is sent to the new one. */
export const needsConfirmation = (account: Pick<Person, 'email'> & { hasPassword: boolean }, email: string): boolean =>
  account.hasPassword && !isSameEmail(account.email, email.trim());
