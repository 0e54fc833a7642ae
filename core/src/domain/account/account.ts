import { addDays, type CalendarDate, DAY_MS, MINUTE_MS } from '../calendar.ts';
import { isPrivileged, type Person, type Privileges } from '../people/person.ts';

export type Greeting = 'morning' | 'afternoon' | 'night';

/** Morning is from 6 to 12, afternoon from 12 to 18. `hour` is 0 to 23 on the person's clock. */
export function greetingAt(hour: number): Greeting {
  if (hour >= 6 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'night';
}

/**
 * `read` opens the calls that only read; `write` those too that change something; `assistant` the tools of assistants, which give no
 * verdict, and nothing else; `import_people` the bulk upload of people alone.
 */
export const tokenScopes = ['read', 'write', 'assistant', 'import_people'] as const;
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

export const EMAIL_CHANGE_MS = 7 * DAY_MS;
export const DISOWN_MS = 3 * DAY_MS;

/** Emails are unique without regard to case, so a difference of case does not make another email. */
export const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** An account that its person can enter keeps its email until the new one is confirmed; a pending invitation is sent to the new one. */
export const needsConfirmation = (account: Pick<Person, 'email'> & { hasPassword: boolean }, email: string): boolean =>
  account.hasPassword && !isSameEmail(account.email, email.trim());

/** Letters include accented ones and ñ; composed or not, they count as typed (docs/product.md, 5). */
const passwordShapes = {
  reset: /^[\p{L}\p{M}\p{Nd} ]{8,16}$/u,
  profile: /^[\p{L}\p{M}\p{Nd} _-]{8,12}$/u,
  // It allows what a password manager makes, because nobody could set another before the first start.
  first: /^.{8,64}$/su,
} as const;

export type PasswordUse = keyof typeof passwordShapes;

/** Tests the password as it is: nothing is trimmed or cut. */
export const isAcceptablePassword = (use: PasswordUse, password: string): boolean => passwordShapes[use].test(password);

/** `oidc` is the company's account alone. */
export const loginModes = ['password', 'both', 'oidc'] as const;
export type LoginMode = (typeof loginModes)[number];

export const companyLoginProblems = [
  'expired',
  'canceled',
  'rejected',
  'away',
  'misconfigured',
  'emailUnverified',
  'emailInDoubt',
  'unknownPerson',
  'otherAccount',
  'inactive',
  'tooManyTries',
] as const;
export type CompanyLoginProblem = (typeof companyLoginProblems)[number];

/** `off` means that the server has no identity provider. */
export const providerStates = ['off', 'well', 'away', 'misconfigured', 'rejected'] as const;
export type ProviderState = (typeof providerStates)[number];

/** An account at the company's identity provider. `email` is null unless the provider answers for it. */
export interface CompanyAccount {
  issuer: string;
  subject: string;
  email: string | null;
  /** When the person logged in at the provider; unset where it does not say. */
  authenticatedAt?: Date | undefined;
}

/** While passwords are off, a Desarrollador may use one for this long after a command on the server. */
export const PASSWORD_EXCEPTION_MS = DAY_MS;

/** ASCII only, because lower case of some other letters is ASCII: two addresses of a provider would be one here. */
export const isPlainEmail = (email: string): boolean => /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(email);

/** The path, query and hash of an address of our own pages; null for any other, because a login must not lead to another site. */
export function ownAddress(address: string | null | undefined, origin: string): string | null {
  if (!address?.startsWith('/')) return null;
  const url = URL.parse(address, origin);
  if (url?.origin !== new URL(origin).origin) return null;
  const ownPart = url.pathname + url.search + url.hash;
  return ownPart.startsWith('//') ? null : ownPart;
}

/** `REQUIRE_SECOND_FACTOR` says who needs a second factor to log in with a password. */
export const secondFactorRules = ['off', 'privileged', 'all'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const needsSecondFactor = (rule: SecondFactorRule, person: Pick<Privileges, 'kind' | 'position'>): boolean =>
  rule === 'all' || (rule === 'privileged' && isPrivileged(person));

export const RECOVERY_CODES = 10;

/** A trusted device is not asked for the second factor for this many days. */
export const TRUSTED_DAYS = 30;

/** The person gets a mail about each of these. */
export type SecondFactorChange = 'add' | 'replace' | 'renewCodes' | 'remove';

export interface SecondFactorState {
  isActive: boolean;
  since: Date | null;
  recoveryCodesLeft: number;
  isRequired: boolean;
}

/** The failed logins of one account from unknown devices, wherever they came from. */
export interface LoginFailures {
  failures: number;
  /** The latest of them. */
  triedAt: Date;
}

/** This many failures cost no wait. */
export const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 3_600;
/** Failures count until there was none for this long. */
export const FAILURES_KEPT_MS = DAY_MS;

/** Returns seconds. The wait doubles with each failure, up to an hour. */
const computeWait = (failures: number, freeTries: number): number =>
  failures < freeTries ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - freeTries));

/** Failures in the future do not count, because a wrong clock wrote them. */
export function countRecentFailures({ failures, triedAt }: LoginFailures, now: Date): number {
  const age = now.getTime() - triedAt.getTime();
  return age < 0 || age >= FAILURES_KEPT_MS ? 0 : failures;
}

/** Seconds until an unknown device may try the account's password; 0 now. */
export function secondsToWait(failures: LoginFailures | undefined, now: Date, freeTries = FREE_TRIES): number {
  if (!failures) return 0;
  const wait = computeWait(countRecentFailures(failures, now), freeTries);
  if (wait === 0) return 0;
  return Math.max(0, Math.ceil(wait - (now.getTime() - failures.triedAt.getTime()) / 1_000));
}

/** A terminal asks for a token of this scope, or for a session because some calls accept no token. */
export const deviceGrants = ['read', 'write', 'session'] as const;
export type DeviceGrant = (typeof deviceGrants)[number];

/** The page on which a person types the code that the terminal shows. */
export const ACTIVATION_PATH = '/activar';

/** A code can be confirmed, and its grant received, for this long. */
export const DEVICE_CODE_MS = 10 * MINUTE_MS;

export const DEVICE_SESSION_MS = 15 * MINUTE_MS;

/** A terminal pauses this long before it asks again whether its code was confirmed. */
export const POLL_SECONDS = 5;
/** Added to the pause of a terminal that asks too soon (RFC 8628, 3.5). */
export const SLOW_DOWN_SECONDS = 5;
/** A poll after this part of the pause is not too soon, because clocks and networks are not exact. */
const PATIENCE = 0.8;

/** Returns the pause that a terminal must make after a poll at `now`. */
export function secondsToNextPoll(pollSeconds: number, polledAt: Date | null, now: Date): number {
  const isTooSoon = polledAt !== null && now.getTime() - polledAt.getTime() < pollSeconds * 1_000 * PATIENCE;
  return isTooSoon ? pollSeconds + SLOW_DOWN_SECONDS : pollSeconds;
}
