import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { PRIVATE_FILE, privateFolder } from '../private-folder.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for life of the letter, so that a repeated delivery is recognised. */
  messageId: string;
  headers?: Record<string, string>;
}

/** Hands a mail over within `SEND_MS`, or throws: `failureOf` says what that means. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Where mails go, for the log. */
  destination: string;
  /** False where nobody is woken: no quiet hours. */
  reachesPeople: boolean;
}

/** The mail was on its way and no answer came: nobody knows whether it arrived. */
export class Unanswered extends Error {}

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

/** The same stream, telling when its first byte is asked for: SMTP asks once the server has said that it takes the mail. */
async function* watched(body: Readable, onBegin: () => void) {
  onBegin();
  yield* body;
}

export function smtpMailer(smtpUrl: string, from: string, sendMs = SEND_MS): Mailer {
  return {
    destination: new URL(smtpUrl).host,
    reachesPeople: true,
    async send(mail) {
      let hasBegun = false;
      // A transport of its own for each mail keeps no connection; the phase of the conversation is in none of its errors.
      const transport = nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS });
      transport.use('stream', ({ message }, done) => {
        message.processFunc((body) =>
          Readable.from(
            watched(body, () => {
              hasBegun = true;
            }),
            { objectMode: false },
          ),
        );
        done();
      });
      try {
        await transport.sendMail({ ...envelope(mail, from), signal: AbortSignal.timeout(sendMs) });
      } catch (error) {
        const isAnswered = Boolean((error as { responseCode?: number }).responseCode);
        throw hasBegun && !isAnswered ? new Unanswered((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** With no mail server configured every mail becomes an `.eml` file (decisions, section 7), which only who runs Bitácora may read: it holds a token. */
export function fileMailer(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    destination: folder,
    reachesPeople: false,
    async send(mail) {
      await privateFolder(folder);
      const { message } = await transport.sendMail(envelope(mail, from));
      const place = path.join(folder, `${mail.messageId.slice(1).split('@')[0]}.eml`);
      await writeFile(`${place}.part`, message as Buffer, { mode: PRIVATE_FILE });
      await rename(`${place}.part`, place);
    },
  };
}
