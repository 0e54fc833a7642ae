import type { NotificationKind } from './notification.ts';

/**
 * Why a letter was given up: its recipient or contents were refused; nobody knows whether it arrived; it was not news any more; nothing
 * of what it says held any more, and it may have arrived earlier.
 */
export const deliveryFailures = ['refused', 'unknown', 'expired', 'overtaken'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

const MINUTE_MS = 60_000;
/** Minutes to wait after the first, second, … failure; the last one repeats. */
const BACK_OFF_MIN = [1, 5, 15, 60, 240, 1440];
export const LONGEST_BACK_OFF_MS = Math.max(...BACK_OFF_MIN) * MINUTE_MS;
/** A server that said nothing may still be at it. */
const UNCERTAIN_MIN = 10;
const UNCERTAIN_TRIES = 2;

const inMinutes = (minutes: number, now: Date) => new Date(now.getTime() + minutes * MINUTE_MS);

/** When a mail that certainly did not go out is tried again. */
export const nextTryAfter = (tries: number, now: Date): Date =>
  inMinutes(BACK_OFF_MIN[Math.min(tries, BACK_OFF_MIN.length) - 1] as number, now);

/**
 * When a mail of which nobody knows whether it arrived is tried again: once, and no reset of a password, whose person asks again
 * where it did not arrive. Null where it is not.
 */
export const nextTryInDoubt = (kinds: readonly NotificationKind[], uncertainTries: number, now: Date): Date | null =>
  kinds.includes('passwordReset') || uncertainTries >= UNCERTAIN_TRIES ? null : inMinutes(UNCERTAIN_MIN, now);
