import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Core } from '@bitacora/core/server';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { fileMailer } from '../../src/mail/mailer.ts';

export const SITE = 'https://bitacora.empresa.mx';

interface MailboxSite {
  allowsPasswords?: boolean;
  hasPrivacyNotice?: boolean;
  replyTo?: string;
}

/** Delivers what is due as `.eml` files, and reads them as a mail program does. */
export function mailbox(core: Core, { allowsPasswords = true, hasPrivacyNotice = false, replyTo }: MailboxSite = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bitacora-letters-'));
  const mailer = fileMailer(folder, 'Bitácora <bitacora@empresa.mx>');
  return {
    /** The mails of this delivery and their sources, by recipient. */
    async deliver(): Promise<(Email & { source: string })[]> {
      const site = { publicUrl: SITE, contactUrl: 'mailto:soporte@empresa.mx', allowsPasswords, hasPrivacyNotice, replyTo };
      await deliverOutbox({ core, mailer, ...site, log: pino({ level: 'silent' }) });
      const names = readdirSync(folder).map((name) => path.join(folder, name));
      const sources = names.map((name) => readFileSync(name, 'utf8'));
      for (const name of names) rmSync(name);
      const mails = await Promise.all(sources.map(async (source) => ({ ...(await PostalMime.parse(source)), source })));
      return mails.sort((a, b) => (a.to?.[0]?.address ?? '').localeCompare(b.to?.[0]?.address ?? ''));
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

export type Mailbox = ReturnType<typeof mailbox>;

export const headerOf = (mail: Email, name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
