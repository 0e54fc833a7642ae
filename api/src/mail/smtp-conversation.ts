import { Readable } from 'node:stream';
import type { MailServerProblem } from '@bitacora/core/domain/notifications/delivery-retry';
import { isLoopbackHost } from '@bitacora/core/domain/server/health';
import { mailServerTexts } from '@bitacora/core/messages/mail-server';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A person waits for the answer. */
const PATIENCE_MS = 5_000;

/** What keeps mails from the server, as it would keep a real one: connection, greeting, TLS and password. Null where nothing does. Sends nothing. */
export async function checkMailServer(smtpUrl: string, allowsPlain = false): Promise<MailServerProblem | null> {
  try {
    (await openConversation(smtpUrl, AbortSignal.timeout(PATIENCE_MS), allowsPlain)).end();
    return null;
  } catch (error) {
    return error instanceof SmtpUnreachable ? error.problem : 'away';
  }
}

/** The mail was on its way and no answer came: nobody knows whether it arrived. */
export class SmtpUnanswered extends Error {}

/** The server cannot be reached with any mail. */
export class SmtpUnreachable extends Error {
  readonly problem: MailServerProblem;
  constructor(cause: Error) {
    const problem = problemOf(cause);
    const isOfTls = problem === 'noTls' || problem === 'untrusted';
    super(isOfTls ? mailServerTexts[problem] : cause.message, { cause });
    this.problem = problem;
  }
}

export interface SmtpMessage {
  envelope: { from: string | false; to: string[] };
  contents: Buffer;
}

/** A logged-in connection that sends mails one after the other. It cannot be used after a failure. */
export interface SmtpConversation {
  handOver(letter: SmtpMessage, limit: AbortSignal): Promise<void>;
  end(): void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type SmtpReply = (error?: Error | null) => void;

/** A certificate from an unknown authority, out of date, or for another name, as OpenSSL and Node name it. */
const CERTIFICATE = /certificate|altname/i;

function problemOf(error: Error): MailServerProblem {
  const { code, command, message } = error as Error & { code?: string; command?: string };
  if (CERTIFICATE.test(message)) return 'untrusted';
  if (code === 'EAUTH' || command?.startsWith('AUTH')) return 'login';
  return command === 'STARTTLS' || /STARTTLS/.test(message) ? 'noTls' : 'away';
}

/** On this machine nobody listens in between; elsewhere only SMTP_TLS=off allows a conversation without TLS. */
const mustEncrypt = (smtpUrl: string, allowsPlain: boolean) => !allowsPlain && !isLoopbackHost(new URL(smtpUrl).hostname);

/**
 * Connects and logs in before `limit`, or throws `Unreachable`. Where TLS is required neither a login nor a mail goes to a server without
 * it. What the address says of TLS cannot change that.
 */
export async function openConversation(smtpUrl: string, limit: AbortSignal, allowsPlain = false): Promise<SmtpConversation> {
  const tls = mustEncrypt(smtpUrl, allowsPlain) ? { requireTLS: true, ignoreTLS: false } : {};
  const options = { ...parseConnectionUrl(smtpUrl), ...TIMEOUTS, ...tls };
  const connection = new SMTPConnection(options);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => {}); // awaited only while a command is under way
  connection.on('error', lose);
  connection.on('end', () => lose(new Error('the server hung up')));
  const whenAnswered = (say: (done: SmtpReply) => void, within: AbortSignal) => {
    const reply = new Promise<void>((resolve, reject) => say((error) => (error ? reject(error) : resolve())));
    return before(within, Promise.race([lost, reply]));
  };

  try {
    await whenAnswered((done) => connection.connect(done), limit);
    const { auth } = options;
    if (auth && connection.allowsAuth) await whenAnswered((done) => connection.login(auth, done), limit);
  } catch (error) {
    connection.close();
    throw new SmtpUnreachable(error as Error);
  }
  return {
    end: () => connection.quit(),
    async handOver({ envelope, contents }, within) {
      let hasBegun = false;
      const body = Readable.from(
        watched(contents, () => {
          hasBegun = true;
        }),
        { objectMode: false },
      );
      try {
        // A copy: nodemailer writes into it what became of it, and would read that again on another connection.
        await whenAnswered((done) => connection.send({ ...envelope }, body, done), within);
      } catch (error) {
        connection.close();
        const isAnswered = Boolean((error as { responseCode?: number }).responseCode);
        throw hasBegun && !isAnswered ? new SmtpUnanswered((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** SMTP reads the first byte once the server accepts the mail. Errors do not name the phase, so this marks it. */
async function* watched(contents: Buffer, onBegin: () => void) {
  onBegin();
  yield contents;
}

function before<Value>(limit: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onLate = () => reject(limit.reason);
  if (limit.aborted) onLate();
  limit.addEventListener('abort', onLate, { once: true });
  return Promise.race([work, late]).finally(() => limit.removeEventListener('abort', onLate));
}
