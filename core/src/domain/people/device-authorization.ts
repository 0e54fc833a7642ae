/** What a terminal asks for: a token of this scope, or a session for the calls that no token may make. */
export const deviceGrants = ['read', 'write', 'session'] as const;
export type DeviceGrant = (typeof deviceGrants)[number];

/** The page on which a person types the code that the terminal shows. */
export const ACTIVATION_PATH = '/activar';

/** How long a code may be confirmed, and its grant received. */
export const DEVICE_CODE_MS = 10 * 60_000;

/** How long the session of a terminal lasts at most. */
export const DEVICE_SESSION_MS = 15 * 60_000;

/** The pause of a terminal between two questions whether its code was confirmed. */
export const POLL_SECONDS = 5;
/** Added to the pause of a terminal that asks too soon (RFC 8628, 3.5). */
export const SLOW_DOWN_SECONDS = 5;
/** Part of the pause after which a question is not too soon, because clocks and networks are not exact. */
const PATIENCE = 0.8;

/** How long the terminal must pause after a question asked `now`. */
export function secondsToNextPoll(pollSeconds: number, polledAt: Date | null, now: Date): number {
  const isTooSoon = polledAt !== null && now.getTime() - polledAt.getTime() < pollSeconds * 1_000 * PATIENCE;
  return isTooSoon ? pollSeconds + SLOW_DOWN_SECONDS : pollSeconds;
}
