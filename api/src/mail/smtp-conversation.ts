import { Readable } from 'node:stream';
import { isLoopbackHost } from '@bitacora/core/domain/admin/health';
import type { MailServerFault, MailServerProblem } from '@bitacora/core/domain/notifications/delivery';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type XOAuth2 from 'nodemailer/lib/xoauth2';

/** The code that nodemailer gives to the refusals of a token endpoint. */
export const REFUSED_CODE = 'EOAUTH2';

/** The check is short because a person waits for the answer. */
const PATIENCE_MS = 5_000;

export interface SmtpAccess {
  smtpUrl: string;
  /** SMTP_TLS=off. */
  allowsPlain?: boolean;
  /** Unset: the login of `smtpUrl`, if any. */
  tokens?: XOAuth2 | undefined;
}

/** Finds what keeps mails from the server: connection, greeting, TLS or login. Null where nothing does. Sends no mail. */
export async function checkMailServer(access: SmtpAccess): Promise<MailServerFault | null> {
  try {
    (await openConversation(access, AbortSignal.timeout(PATIENCE_MS))).end();
    return null;
  } catch (error) {
    return error instanceof SmtpUnreachable ? error.fault : { problem: 'away', answer: null };
  }
}

/** The connection ended after the mail began and before the answer, so nobody knows whether it arrived. */
export class SmtpUnanswered extends Error {}

/** The server takes no mail of ours. */
export class SmtpUnreachable extends Error {
  readonly fault: MailServerFault;
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.fault = describeFault(cause);
  }

  /** The sentence for people. It replaces a library's words about TLS, which do not say what to do. */
  get reason(): string {
    const { problem } = this.fault;
    return problem === 'noTls' || problem === 'untrusted' ? mailServerTexts[problem] : this.message;
  }
}

export interface SmtpMessage {
  envelope: { from: string | false; to: string[] };
  contents: Buffer;
}

/** A logged-in connection that sends mails one after the other. It cannot be used after a failure. */
export interface SmtpConversation {
  handOver(message: SmtpMessage, limit: AbortSignal): Promise<void>;
  end(): void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type SmtpReply = (error?: Error | null) => void;

/** Matches the errors of OpenSSL and Node for a certificate of an unknown authority, out of date, or for another name. */
const CERTIFICATE = /certificate|altname/i;

interface SmtpFailure extends Error {
  code?: string;
  /** The code of the cause, which nodemailer replaces by its own. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** By RFC 4954 these answers, at any stage, ask for a login, a stronger one, or one over TLS. */
const ASKS_FOR_LOGIN = [530, 534, 535, 538];
/** Microsoft 365 answers these at any stage: no passwords, not logged in, not as this sender. As a refusal of one mail, each would void all mails. */
const REFUSES_PASSWORDS = /\b5\.7\.30\b|basic auth/i;
const REFUSES_LOGIN = /^\d{3}[ -]5\.7\.(3|57|139)\b/;
const REFUSES_SENDER = /^\d{3}[ -](5\.7\.60|5\.2\.252)\b/;

/** Returns whether an answer to a mail is about our access, so that it would be the same for any other mail. */
function isAboutAccess({ responseCode = 0, response = '' }: Pick<SmtpFailure, 'responseCode' | 'response'>): boolean {
  const says = [REFUSES_PASSWORDS, REFUSES_LOGIN, REFUSES_SENDER];
  return ASKS_FOR_LOGIN.includes(responseCode) || (responseCode >= 500 && says.some((one) => one.test(response)));
}

function findProblem({ code, originalCode, command = '', message, response = '' }: SmtpFailure): MailServerProblem {
  if (CERTIFICATE.test(message)) return 'untrusted';
  if (REFUSES_PASSWORDS.test(response)) return 'passwords';
  if (REFUSES_SENDER.test(response)) return 'sender';
  if (command === 'AUTH XOAUTH2' && !response) return originalCode === REFUSED_CODE ? 'tokenRefused' : 'tokenAway';
  if (command === 'AUTH XOAUTH2') return 'mailbox';
  if (code === 'EAUTH' || command.startsWith('AUTH') || isAboutAccess({ responseCode: Number.parseInt(response, 10), response }))
    return 'login';
  return command === 'STARTTLS' || /STARTTLS/.test(message) ? 'noTls' : 'away';
}

const ANSWER_MAX = 300;

/** Describes a failure by its problem and the server's words, which may have several lines. */
function describeFault(error: SmtpFailure): MailServerFault {
  const problem = findProblem(error);
  const words = error.response ?? (problem === 'tokenRefused' ? error.message : '');
  return { problem, answer: words.replace(/\s+/g, ' ').trim().slice(0, ANSWER_MAX) || null };
}

/** Only SMTP_TLS=off allows a conversation without TLS, except on this machine, where nobody listens in between. */
const mustEncrypt = (smtpUrl: string, allowsPlain: boolean) => !allowsPlain && !isLoopbackHost(new URL(smtpUrl).hostname);

/**
 * Connects and logs in before `limit`, or throws `SmtpUnreachable`. Where TLS is required neither a login nor a mail goes to a server without
 * it. What the address says of TLS cannot change that.
 */
export async function openConversation(access: SmtpAccess, limit: AbortSignal): Promise<SmtpConversation> {
  const { tokens } = access;
  const cachedToken = tokens?.accessToken;
  try {
    return await logIn(access, limit);
  } catch (error) {
    if (!tokens || !cachedToken || !(error instanceof SmtpUnreachable) || error.fault.problem !== 'mailbox') throw error;
    // The provider may have revoked it. Other connections may have renewed it already.
    if (tokens.accessToken === cachedToken) tokens.accessToken = false;
    return logIn(access, limit);
  }
}

async function logIn({ smtpUrl, allowsPlain = false, tokens }: SmtpAccess, limit: AbortSignal): Promise<SmtpConversation> {
  const tls = mustEncrypt(smtpUrl, allowsPlain) ? { requireTLS: true, ignoreTLS: false } : {};
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const options = { ...parseConnectionUrl(smtpUrl), ...TIMEOUTS, ...tls };
  const connection = new Connection(options);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => {}); // awaited only while a command is under way
  connection.on('error', lose);
  connection.on('end', () => lose(new Error('the server hung up')));
  const whenAnswered = (say: (done: SmtpReply) => void, within: AbortSignal) => {
    const reply = new Promise<void>((resolve, reject) => say((error) => (error ? reject(error) : resolve())));
    return withinLimit(within, Promise.race([lost, reply]));
  };

  try {
    await whenAnswered((done) => connection.connect(done), limit);
    const byToken = tokens && { user: tokens.options.user, method: 'XOAUTH2', oauth2: tokens };
    const auth = (byToken as SMTPConnection.AuthenticationType | undefined) ?? options.auth;
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
        signalBegin(contents, () => {
          hasBegun = true;
        }),
        { objectMode: false },
      );
      try {
        // A copy is sent because nodemailer writes results into the envelope and would read them again on another connection.
        await whenAnswered((done) => connection.send({ ...envelope }, body, done), within);
      } catch (error) {
        connection.close();
        const isAnswered = Boolean((error as SmtpFailure).responseCode);
        if (isAnswered && isAboutAccess(error as SmtpFailure)) throw new SmtpUnreachable(error as SmtpFailure);
        throw hasBegun && !isAnswered ? new SmtpUnanswered((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** SMTP reads the first byte once the server accepts the mail. Errors do not name the phase, so this marks it. */
async function* signalBegin(contents: Buffer, onBegin: () => void) {
  onBegin();
  yield contents;
}

function withinLimit<Value>(limit: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onLate = () => reject(limit.reason);
  if (limit.aborted) onLate();
  limit.addEventListener('abort', onLate, { once: true });
  return Promise.race([work, late]).finally(() => limit.removeEventListener('abort', onLate));
}
