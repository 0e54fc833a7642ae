import path from 'node:path';
import type { Settings } from '../settings.ts';
import { fileMailer, type Mailer, smtpMailer } from './mailer.ts';
import type { SmtpAccess } from './smtp-conversation.ts';

/** How the mail server of these settings is reached; null where mails are written as files. */
export async function smtpAccessOf({ smtpUrl, mailOAuth, allowsPlainMail }: Settings): Promise<SmtpAccess | null> {
  if (!smtpUrl) return null;
  const tokens = mailOAuth && (await import('./mail-tokens.ts')).tokensOf(mailOAuth);
  return { smtpUrl, allowsPlain: allowsPlainMail, tokens };
}

export function openMailer({ dataDir, mailFrom }: Settings, access: SmtpAccess | null): Mailer {
  return access ? smtpMailer(access.smtpUrl, mailFrom, access) : fileMailer(path.join(dataDir, 'outbox'), mailFrom);
}
