import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeliveryFailure } from '@bitacora/core/domain/notifications/delivery';
import type { Settings } from '../settings/settings.ts';
import { PRIVATE_FILE, privateFolder } from '../storage/files.ts';
import {
  openConversation,
  type SmtpAccess,
  type SmtpConversation,
  type SmtpMessage,
  SmtpUnanswered,
  SmtpUnreachable,
} from './smtp-conversation.ts';

/** The answers that are about one mail. MAIL FROM is not: it names the sender of them all, who may be mended in the settings. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** RFC 3463 calls these security and policy: at a recipient, relaying is denied or the sending machine is on a list. */
const IS_POLICY = /^\d{3}[ -]5\.7\./;

/**
 * Whether the server has said its last word on this mail: a 5xx on its recipient or its contents. Greeting, password, sender and the
 * right to send are the installation's own, and their 5xx would void every mail there is.
 */
function isRefusedMail(error: unknown): boolean {
  const { command = '', responseCode = 0, response = '' } = error as { command?: string; responseCode?: number; response?: string };
  if (error instanceof SmtpUnreachable || responseCode < 500 || !ABOUT_THE_MAIL.includes(command)) return false;
  return !(command === 'RCPT TO' && IS_POLICY.test(response));
}

/** What a rejection of `Mailer.send` means: refused for good, unknown, or (null) not sent this time. */
export function failureOf(error: unknown): Extract<DeliveryFailure, 'refused' | 'unknown'> | null {
  if (error instanceof SmtpUnanswered) return 'unknown';
  return isRefusedMail(error) ? 'refused' : null;
}

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The same for life of the letter, so that a repeated delivery is recognised. */
  messageId: string;
  headers?: Record<string, string>;
  /** Ids of the mails that it belongs to; they may never have been sent. */
  inReplyTo?: string;
  references?: string;
  replyTo?: string;
  attachments?: Attachment[];
}

/** Hands a mail over within `SEND_MS`, or throws: `failureOf` says what that means. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Where mails go, for the log. */
  destination: string;
  /** False where nobody is woken: no quiet hours. */
  reachesPeople: boolean;
  /** Nothing more comes for now: what was kept open for it is closed. */
  hangUp?(): void;
}

/** All a mail server gets for one mail, however slowly it speaks. */
export const SEND_MS = 90_000;

/** The address goes as it is stored, whole: never parsed as a list, never a header of its own making. */
const envelope = ({ to, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  to: { name: '', address: to },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Whether the connection failed and not the mail: the server closed it or it is dead. A new connection may work. */
function isOfTheConnection(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  if (error instanceof SmtpUnreachable) return true; // it may only want a new login
  return !(error instanceof SmtpUnanswered) && (!responseCode || responseCode === 421 || command === 'MAIL FROM');
}

/** Writes mails as text. Imported late, because a start seldom sends one. */
async function openWriter(newline: 'windows' | 'unix') {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({ streamTransport: true, buffer: true, newline });
}

/** Keeps the connections of mails that went well for those that follow, until `hangUp`. */
export function smtpMailer(
  smtpUrl: string,
  from: string,
  { sendMs = SEND_MS, ...access }: Omit<SmtpAccess, 'smtpUrl'> & { sendMs?: number } = {},
): Mailer {
  let writer: ReturnType<typeof openWriter> | undefined;
  const idle: SmtpConversation[] = [];

  async function handOver(conversation: SmtpConversation, smtpMessage: SmtpMessage, limit: AbortSignal): Promise<void> {
    await conversation.handOver(smtpMessage, limit);
    idle.push(conversation);
  }
  return {
    destination: new URL(smtpUrl).host,
    reachesPeople: true,
    async send(mail) {
      writer ??= openWriter('windows');
      const { envelope: addresses, message } = await (await writer).sendMail(envelope(mail, from));
      const smtpMessage = { envelope: addresses, contents: message as Buffer };
      const limit = AbortSignal.timeout(sendMs);
      const earlier = idle.pop();
      if (earlier) {
        try {
          return await handOver(earlier, smtpMessage, limit);
        } catch (error) {
          if (limit.aborted || !isOfTheConnection(error)) throw error;
        }
      }
      await handOver(await openConversation({ smtpUrl, ...access }, limit), smtpMessage, limit);
    },
    hangUp() {
      for (const conversation of idle.splice(0)) conversation.end();
    },
  };
}

/** With no mail server configured every mail becomes an `.eml` file (docs/product.md, 7), which only who runs Bitácora may read: it holds a token. */
export function fileMailer(folder: string, from: string): Mailer {
  let writer: ReturnType<typeof openWriter> | undefined;
  return {
    destination: folder,
    reachesPeople: false,
    async send(mail) {
      await privateFolder(folder);
      writer ??= openWriter('unix');
      const { message } = await (await writer).sendMail(envelope(mail, from));
      const place = path.join(folder, `${mail.messageId.slice(1).split('@')[0]}.eml`);
      await writeFile(`${place}.part`, message as Buffer, { mode: PRIVATE_FILE });
      await rename(`${place}.part`, place);
    },
  };
}

/** How the mail server of these settings is reached; null where mails are written as files. */
export async function smtpAccessOf({ smtpUrl, mailOAuth, allowsPlainMail }: Settings): Promise<SmtpAccess | null> {
  if (!smtpUrl) return null;
  const tokens = mailOAuth && (await import('./mail-tokens.ts')).tokensOf(mailOAuth);
  return { smtpUrl, allowsPlain: allowsPlainMail, tokens };
}

export function openMailer({ dataDir, mailFrom }: Settings, access: SmtpAccess | null): Mailer {
  return access ? smtpMailer(access.smtpUrl, mailFrom, access) : fileMailer(path.join(dataDir, 'outbox'), mailFrom);
}
