/** The failed logins of one account from unknown devices, wherever they came from. */
export interface LoginFailures {
  failures: number;
  /** The latest of them. */
  triedAt: Date;
}

/** Failures that cost no wait. */
export const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 3_600;
/** Failures count until there was none for so long. */
export const FAILURES_KEPT_MS = 24 * 3_600_000;

/** How long the next try waits after so many failures: it doubles with each, up to an hour. */
const waitAfter = (failures: number, freeTries: number): number =>
  failures < freeTries ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - freeTries));

/** How many of the failures still count. Those of a time to come were written by a clock that was wrong. */
export function countedFailures({ failures, triedAt }: LoginFailures, now: Date): number {
  const age = now.getTime() - triedAt.getTime();
  return age < 0 || age >= FAILURES_KEPT_MS ? 0 : failures;
}

/** Seconds until an unknown device may try the account's password; 0 now. */
export function secondsToWait(tried: LoginFailures | undefined, now: Date, freeTries = FREE_TRIES): number {
  if (!tried) return 0;
  const wait = waitAfter(countedFailures(tried, now), freeTries);
  if (wait === 0) return 0;
  return Math.max(0, Math.ceil(wait - (now.getTime() - tried.triedAt.getTime()) / 1_000));
}
