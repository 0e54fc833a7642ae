import type { MailServerProblem } from '@bitacora/core/domain/notifications/mail-server';
import { converse, SmtpUnreachable } from './smtp-conversation.ts';

/** A person waits for the answer. */
const PATIENCE_MS = 5_000;

/** What keeps mails from the server, as it would keep a real one: connection, greeting, TLS and password. Null where nothing does. Sends nothing. */
export async function checkMailServer(smtpUrl: string, allowsPlain = false): Promise<MailServerProblem | null> {
  try {
    (await converse(smtpUrl, AbortSignal.timeout(PATIENCE_MS), allowsPlain)).end();
    return null;
  } catch (error) {
    return error instanceof SmtpUnreachable ? error.problem : 'away';
  }
}
