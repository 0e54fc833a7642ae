import type { Failure } from '@bitacora/core/domain/delivery';
import { isRefusedMail } from './is-refused-mail.ts';
import { Unanswered } from './smtp-conversation.ts';

/** What a rejection of `Mailer.send` says of the mail: the last word, no word at all, or (null) that it did not go out this time. */
export function failureOf(error: unknown): Extract<Failure, 'refused' | 'unknown'> | null {
  if (error instanceof Unanswered) return 'unknown';
  return isRefusedMail(error) ? 'refused' : null;
}
