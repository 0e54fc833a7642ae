import { setTimeout as delay } from 'node:timers/promises';
import { webApi } from '@slack/bolt';

const LONGEST_SECONDS = 30;
const TRIES = 3;

/** For what a person waits for: where Slack asks to slow down, the call is made again when it says. */
export async function patiently<T>(call: () => Promise<T>, triesLeft = TRIES): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isSlow = error instanceof webApi.WebAPIRateLimitedError && error.retryAfter <= LONGEST_SECONDS;
    if (!isSlow || triesLeft <= 1) throw error;
    await delay(error.retryAfter * 1_000);
    return patiently(call, triesLeft - 1);
  }
}
