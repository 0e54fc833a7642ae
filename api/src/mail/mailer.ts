import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeliveryFailure } from '@bitacora/core/domain/notifications/delivery';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import { administration as texts } from '../messages/administration.ts';
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

/** Answers to these commands are about one mail. One to MAIL FROM is about the sender of all mails, which a setting can mend. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** RFC 3463 calls these codes security and policy. For a recipient they mean that relaying is denied or the sending machine is listed. */
const IS_POLICY = /^\d{3}[ -]5\.7\./;

/**
 * Tells whether the server refused this mail for good: a 5xx on its recipient or its contents. A 5xx on greeting, password, sender or the
 * right to send is about the installation and would void all mails.
 */
function isRefusedMail(error: unknown): boolean {
  const { command = '', responseCode = 0, response = '' } = error as { command?: string; responseCode?: number; response?: string };
  if (error instanceof SmtpUnreachable || responseCode < 500 || !ABOUT_THE_MAIL.includes(command)) return false;
  return !(command === 'RCPT TO' && IS_POLICY.test(response));
}

/** Classifies a rejection of `Mailer.send`: refused for good, unknown, or (null) not sent this time. */
export function classifyFailure(error: unknown): Extract<DeliveryFailure, 'refused' | 'unknown'> | null {
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
  /** It stays the same for the life of the digest, so that a repeated delivery is recognised. */
  messageId: string;
  headers?: Record<string, string>;
  /** Ids of the mails that it belongs to. They need not exist. */
  inReplyTo?: string;
  references?: string;
  replyTo?: string;
  attachments?: Attachment[];
}

/** Hands a mail over within `SEND_MS`, or throws: `classifyFailure` says what that means. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** The server or folder that mails go to, for the log. */
  destination: string;
  /** False where mails become files, so that quiet hours do not apply. */
  reachesPeople: boolean;
  hangUp?(): void;
}

export const SEND_MS = 90_000;

/** Suppresses out-of-office replies (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/**
 * Passes the address as an object, so that its text is never parsed as a list or a header. Headers are not folded, because nodemailer would
 * begin a long address on a line of its own.
 */
const envelope = ({ to, headers, ...mail }: Mail, from: string) => ({
  ...mail,
  headers: Object.entries({ ...AUTOMATIC, ...headers }).map(([key, value]) => ({ key, value: { prepared: true, value } })),
  from,
  to: { name: '', address: to },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Tells whether the connection failed and not the mail, so that a new connection may work. */
function isConnectionFailure(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  if (error instanceof SmtpUnreachable) return true; // it may only want a new login
  return !(error instanceof SmtpUnanswered) && (!responseCode || responseCode === 421 || command === 'MAIL FROM');
}

/** Opens a writer of mails as text. It is imported late because a start seldom sends one. */
async function openWriter(newline: 'windows' | 'unix') {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({ streamTransport: true, buffer: true, newline });
}

/** Sends by SMTP and reuses the connections of mails that went well, until `hangUp`. */
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
          if (limit.aborted || !isConnectionFailure(error)) throw error;
        }
      }
      await handOver(await openConversation({ smtpUrl, ...access }, limit), smtpMessage, limit);
    },
    hangUp() {
      for (const conversation of idle.splice(0)) conversation.end();
    },
  };
}

/** Writes every mail as a private `.eml` file where no mail server is configured (docs/product.md, 7). It is private because it may hold a token. */
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

/** Sends a mail that says that mail works. Returns the refusal and advice, or null on success. */
export async function sendTestMail(
  mailer: Mailer,
  to: string,
  { publicUrl, replyTo }: Pick<Settings, 'publicUrl'> & Partial<Pick<Settings, 'replyTo'>>,
  now: Date,
): Promise<{ answer: string; advice: string | null } | null> {
  const messageId = `<${randomUUID()}@${new URL(publicUrl).hostname}>`;
  try {
    await mailer.send({ to, messageId, ...texts.testMail(publicUrl, now), ...(replyTo && { replyTo }) });
    return null;
  } catch (error) {
    const { fault = null, reason = error instanceof Error ? error.message : String(error) } = error instanceof SmtpUnreachable ? error : {};
    return { answer: fault?.answer ?? reason, advice: fault && mailServerTexts[fault.problem] };
  }
}

/** Reads how the mail server is reached. Null where mails are written as files. */
export async function readSmtpAccess({ smtpUrl, mailOAuth, allowsPlainMail }: Settings): Promise<SmtpAccess | null> {
  if (!smtpUrl) return null;
  const tokens = mailOAuth && (await import('./mail-tokens.ts')).createMailTokens(mailOAuth);
  return { smtpUrl, allowsPlain: allowsPlainMail, tokens };
}

export function openMailer({ dataDir, mailFrom }: Settings, access: SmtpAccess | null): Mailer {
  return access ? smtpMailer(access.smtpUrl, mailFrom, access) : fileMailer(path.join(dataDir, 'outbox'), mailFrom);
}
