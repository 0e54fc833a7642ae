import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts';

/** The acts of the history, and the states of a request, that a webhook may receive, each an event of its own. */
export const webhookActs = [
  'register',
  'repeat',
  'stopSeries',
  'import',
  'start',
  'pause',
  'resume',
  'complete',
  'approve',
  'reject',
  'cancel',
  'extend',
  'requestExtension',
  'declineExtension',
  'withdrawExtensionRequest',
  'amend',
  'reassign',
  'remind',
  'comment',
  'cancelComment',
  'addEvidence',
  'withdrawImage',
  'addDocuments',
  'withdrawDocument',
  'tick',
  'untick',
  'requestOpen',
  'requestAccepted',
  'requestDeclined',
  'requestWithdrawn',
] as const;
export type WebhookAct = (typeof webhookActs)[number];

/** A delivery carries an act of an activity, or the test that a Desarrollador sends. */
export type DeliveredAct = WebhookAct | 'test';

/** Each one has a lane of its own in every process, so their number limits open connections. */
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX = 2_000;

export const DELIVERY_DAYS = 30;
export const DELIVERY_KEPT_MS = DELIVERY_DAYS * DAY_MS;

/** The earlier secret also signs for this long, so that a receiver changes it without losing an event. */
export const PREVIOUS_SECRET_MS = DAY_MS;

/** Limits one try, from the look-up of the name to the last byte that is read of the answer. */
export const TRY_MS = 15_000;
/** The lease is longer than a try, so that no second process sends the same delivery. */
export const WEBHOOK_LEASE_MS = MINUTE_MS;

const SECOND_MS = 1_000;
/** The next try waits this long after each failure; after the last of them the delivery is given up. */
export const RETRY_AFTER_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, DAY_MS] as const;

export function retryAt(tries: number, now: Date): Date | null {
  const waitMs = RETRY_AFTER_MS[tries - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

const FAILING_MS = 5 * DAY_MS;
export const isFailingTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS;

/** `gone`: the receiver answered 410. `failing`: it failed for five days. */
export const disablingReasons = ['gone', 'failing'] as const;
export type DisablingReason = (typeof disablingReasons)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * `private`: the address is not public. `connection`: there was none, or its certificate is not valid. `unsigned`: no secret of this server
 * opens the one that signs.
 */
export const deliveryFailures = ['status', 'redirect', 'timeout', 'private', 'connection', 'unsigned'] as const;
export type WebhookFailure = (typeof deliveryFailures)[number];
