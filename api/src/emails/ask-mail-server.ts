import { converse } from './smtp-conversation.ts';

/** Whoever looks is waiting. */
const PATIENCE_MS = 5_000;

/** Whether the mail server lets us in, as it would with a letter: connection, greeting, TLS and password. Nothing is sent. */
export async function askMailServer(smtpUrl: string): Promise<boolean> {
  try {
    (await converse(smtpUrl, AbortSignal.timeout(PATIENCE_MS))).end();
    return true;
  } catch {
    return false;
  }
}
