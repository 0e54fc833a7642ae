import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import {
  accountKinds,
  deadlineKinds,
  isRequestKind,
  type NotificationKind,
  newsKinds,
  requestKinds,
  summaryKinds,
} from './notification.ts';

/**
 * The reasons why no mail goes out: the server offers no TLS; its certificate is from an unknown authority or for another name. It refuses
 * the login, passwords as such, the mailbox of a token, or the sender. The provider refuses a token. One of the two does not answer.
 */
export const mailServerProblems = [
  'noTls',
  'untrusted',
  'login',
  'passwords',
  'mailbox',
  'sender',
  'tokenRefused',
  'tokenAway',
  'away',
] as const;
export type MailServerProblem = (typeof mailServerProblems)[number];

/** A problem, and the words of the server that has it; null where it said nothing. */
export interface MailServerFault {
  problem: MailServerProblem;
  answer: string | null;
}

/** Tells whether only an administrator can end the problem, so that they are notified; a server that is away comes back. */
export const isForAdministrators = (problem: MailServerProblem): boolean => problem !== 'away' && problem !== 'tokenAway';

/** At most this many are listed, and sent again at once. */
export const FAILED_MAX = 200;

export interface FailedDigest {
  id: string;
  kinds: NotificationKind[];
  recipientName: string;
  recipientEmail: string;
  activityIds: number[];
  failure: Exclude<DeliveryFailure, 'overtaken'>;
  /** What the mail server said, in its own language. */
  detail: string | null;
  failedAt: Date;
  tries: number;
}

export const isSentAlone = (kind: NotificationKind): boolean => isAccountKind(kind) || summaryKinds.some((one) => one === kind);

/** Every notification of these kinds is shown; of other kinds only the last one about an activity counts. */
const separateKinds: readonly NotificationKind[] = ['commented', 'amended'];

/**
 * Returns a key that is equal for news that a digest shows once: work that was rejected twice before it left is shown as it was rejected
 * last.
 */
export const newsKey = (kind: NotificationKind, activityId: number, historyId: number | null): string =>
  [kind, activityId, ...(separateKinds.includes(kind) ? [historyId] : [])].join(' ');

export const isAccountKind = (kind: NotificationKind): boolean => accountKinds.some((one) => one === kind);

/** Lists the kinds that go into one digest with this kind: all about activities, or all about requests, so that who comes back from rest gets one of each. */
export const listGatheredKinds = (kind: NotificationKind): readonly NotificationKind[] => {
  if (isSentAlone(kind)) return [kind];
  return isRequestKind(kind) ? requestKinds : [...newsKinds, ...deadlineKinds];
};

/**
 * The reasons why a digest was given up: `refused` means recipient or contents; `unknown` that it may have arrived; `expired` that a week
 * passed. `overtaken` means that nothing of it holds any more, and that it may have arrived.
 */
export const deliveryFailures = ['refused', 'unknown', 'expired', 'overtaken'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** Minutes to wait after the first, second, … failure; the last one repeats. */
const BACK_OFF_MIN = [1, 5, 15, 60, 240, 1440];
export const LONGEST_BACK_OFF_MS = Math.max(...BACK_OFF_MIN) * MINUTE_MS;
/** A mail that may have arrived waits this many minutes, because a server that did not answer may still be processing it. */
const UNCERTAIN_MIN = 10;
const UNCERTAIN_TRIES = 2;

const addMinutes = (minutes: number, now: Date) => new Date(now.getTime() + minutes * MINUTE_MS);

/** Returns when a mail that certainly did not go out is tried again. */
export const nextTryAfter = (tries: number, now: Date): Date =>
  addMinutes(BACK_OFF_MIN[Math.min(tries, BACK_OFF_MIN.length) - 1] as number, now);

/**
 * Returns when a mail that may have arrived is tried again, which happens once. A password reset is not, because its person can ask again.
 * Null means no further try.
 */
export const nextTryInDoubt = (kinds: readonly NotificationKind[], uncertainTries: number, now: Date): Date | null =>
  kinds.includes('passwordReset') || uncertainTries >= UNCERTAIN_TRIES ? null : addMinutes(UNCERTAIN_MIN, now);

/** The lease is longer than a conversation with a push service, so that no second process sends the same digest. */
export const PUSH_LEASE_MS = MINUTE_MS;
export const PUSH_RETRY_MS = MINUTE_MS;

/** The text that a browser shows, and the page that a press opens. It travels encrypted. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  /** Replaces an earlier notification of the same digest. */
  tag: string;
  recipientId: number;
  startable: number | null;
}

/** Tells whether an address of a browser or a webhook may be kept: https, and neither a name nor a password in it. */
export function isPlainHttpsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** News expires after a week and is not delivered later (decision 11). */
const NEWS_MS = 7 * DAY_MS;
export const newsUntil = (now: Date): Date => new Date(now.getTime() + NEWS_MS);
