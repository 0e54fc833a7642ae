import path from 'node:path';
import type { Settings } from '../settings.ts';
import { fileMailer, type Mailer, smtpMailer } from './mailer.ts';
import { tokensOf } from './oauth.ts';
import type { SmtpAccess } from './smtp-conversation.ts';

/** How the mail server of these settings is reached; null where mails are written as files. */
export const smtpAccessOf = ({ smtpUrl, mailOAuth, allowsPlainMail }: Settings): SmtpAccess | null =>
  smtpUrl ? { smtpUrl, allowsPlain: allowsPlainMail, tokens: mailOAuth && tokensOf(mailOAuth) } : null;

export function openMailer({ dataDir, mailFrom }: Settings, access: SmtpAccess | null): Mailer {
  return access ? smtpMailer(access.smtpUrl, mailFrom, access) : fileMailer(path.join(dataDir, 'outbox'), mailFrom);
}
