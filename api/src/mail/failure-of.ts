import type { DeliveryFailure } from '@bitacora/core/domain/notifications/delivery-retry';
import { isRefusedMail } from './is-refused-mail.ts';
import { SmtpUnanswered } from './smtp-conversation.ts';

/** What a rejection of `Mailer.send` says of the mail: the last word, no word at all, or (null) that it did not go out this time. */
export function failureOf(error: unknown): Extract<DeliveryFailure, 'refused' | 'unknown'> | null {
  if (error instanceof SmtpUnanswered) return 'unknown';
  return isRefusedMail(error) ? 'refused' : null;
}
