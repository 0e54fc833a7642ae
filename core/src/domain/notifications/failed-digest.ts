import type { DeliveryFailure } from './delivery-retry.ts';
import type { NotificationKind } from './notification.ts';

/** How many are listed, and sent again at once. */
export const FAILED_MAX = 200;

/** A digest that was given up and can be sent again. */
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
