import type { NotificationKind } from './notification.ts';

/**
 * Why a digest was given up: `refused` means recipient or contents; `unknown` that it may have arrived; `expired` that a week passed.
 * `overtaken` means that nothing of it holds any more, and that it may have arrived.
 */
export const deliveryFailures = ['refused', 'unknown', 'expired', 'overtaken'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

const MINUTE_MS = 60_000;
/** Minutes to wait after the first, second, … failure; the last one repeats. */
const BACK_OFF_MIN = [1, 5, 15, 60, 240, 1440];
export const LONGEST_BACK_OFF_MS = Math.max(...BACK_OFF_MIN) * MINUTE_MS;
/** A server that did not answer may still be processing the mail. */
const UNCERTAIN_MIN = 10;
const UNCERTAIN_TRIES = 2;

const inMinutes = (minutes: number, now: Date) => new Date(now.getTime() + minutes * MINUTE_MS);

/** When a mail that certainly did not go out is tried again. */
export const nextTryAfter = (tries: number, now: Date): Date =>
  inMinutes(BACK_OFF_MIN[Math.min(tries, BACK_OFF_MIN.length) - 1] as number, now);

/**
 * When a mail that may have arrived is tried again: once. A password reset is not, because its person can ask again. Null for no
 * further try.
 */
export const nextTryInDoubt = (kinds: readonly NotificationKind[], uncertainTries: number, now: Date): Date | null =>
  kinds.includes('passwordReset') || uncertainTries >= UNCERTAIN_TRIES ? null : inMinutes(UNCERTAIN_MIN, now);
