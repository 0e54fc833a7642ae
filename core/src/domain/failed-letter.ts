import type { AnnouncementKind } from './announcement.ts';
import type { Failure } from './delivery.ts';

/** How many are listed, and sent again at once. */
export const FAILED_MAX = 200;

/** A letter that was given up and can be sent again. */
export interface FailedLetter {
  id: string;
  kinds: AnnouncementKind[];
  recipientName: string;
  recipientEmail: string;
  activityIds: number[];
  failure: Exclude<Failure, 'overtaken'>;
  /** What the mail server said, in its own language. */
  detail: string | null;
  failedAt: Date;
  tries: number;
}
