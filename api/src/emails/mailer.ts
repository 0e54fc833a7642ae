import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { PRIVATE_FILE, privateFolder } from '../private-folder.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for life of the announcement, so that a repeated delivery is recognised. */
  messageId: string;
}

/** Hands a mail over within `SEND_MS`; `isRefusedMail` says what a rejection means. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Where mails go, for the log. */
  destination: string;
}

/** All a mail server gets for one mail, however slowly it speaks. */
export const SEND_MS = 90_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The address goes as it is stored, whole: never parsed as a list, never a header of its own making. */
const envelope = ({ to, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  to: { name: '', address: to },
  disableFileAccess: true,
  disableUrlAccess: true,
});

export function smtpMailer(smtpUrl: string, from: string, sendMs = SEND_MS): Mailer {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS });
  return {
    destination: new URL(smtpUrl).host,
    async send(mail) {
      await transport.sendMail({ ...envelope(mail, from), signal: AbortSignal.timeout(sendMs) });
    },
  };
}

/** With no mail server configured every mail becomes an `.eml` file (decisions, section 7), which only who runs Bitácora may read: it holds a token. */
export function fileMailer(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    destination: folder,
    async send(mail) {
      await privateFolder(folder);
      const { message } = await transport.sendMail(envelope(mail, from));
      const place = path.join(folder, `${mail.messageId.slice(1).split('@')[0]}.eml`);
      await writeFile(`${place}.part`, message as Buffer, { mode: PRIVATE_FILE });
      await rename(`${place}.part`, place);
    },
  };
}
