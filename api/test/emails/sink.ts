import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A mail as the server had it before it answered, whether or not it kept it. */
export interface ReceivedMail {
  to: string;
  messageId: string;
  raw: string;
  keys: string[];
  isKept: boolean;
  /** The server gave no answer, so the sender cannot know whether the mail arrived. */
  isUnanswered: boolean;
}
type Phase = 'rcpt' | 'data';
/** What the server does at one point of the conversation; a code is its answer. `keeps` says whether a mail without an answer arrived. */
export type Fault = { at: Phase; does: number | 'hangs' | 'resets'; keeps?: boolean };

const refusal = (responseCode: number) => Object.assign(new Error('said the sink'), { responseCode });
const headerOf = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';

export interface Faults {
  /** What goes wrong for an address at its n-th conversation, counted from 1. */
  faultOf?: (address: string, conversation: number) => Fault | null;
  /** The code with which the n-th conversation of all is refused at MAIL FROM, before anybody is named. */
  senderRefusedAt?: (conversation: number) => number | null;
  port?: number;
  /** Senders must log in with it; unset: no login is needed. */
  account?: { user: string; password: string };
  /** Runs when the contents of the n-th mail begin to arrive. Its result is the fault of that mail. */
  onContents?: (mail: number) => Fault | null;
}

/** A real mail server in this process. */
export async function mailSink({
  faultOf = () => null,
  senderRefusedAt = () => null,
  port = 0,
  onContents = () => null,
  account,
}: Faults = {}) {
  const received: ReceivedMail[] = [];
  const sources: string[] = [];
  const conversations = new Map<string, number>();
  let mails = 0;
  let contents = 0;
  const faults = new Map<string, Fault | null>();

  const socketOf = ({ id }: SMTPServerSession) =>
    ([...smtp.connections] as unknown as { session: SMTPServerSession; _socket: { destroy(): void } }[]).find(
      ({ session }) => session.id === id,
    )?._socket;
  function answer(fault: Fault | null | undefined, at: Phase, session: SMTPServerSession, done: (error?: Error | null) => void) {
    if (fault?.at !== at) return done();
    if (fault.does === 'hangs') return;
    if (fault.does === 'resets') return socketOf(session)?.destroy();
    done(refusal(fault.does));
  }

  const options: SMTPServerOptions = {
    authOptional: !account,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === account?.user && password === account?.password;
      done(isRight ? null : Object.assign(new Error('5.7.8 Authentication Credentials Invalid'), { responseCode: 535 }), {
        user: username,
      });
    },
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onMailFrom(_address, _session, done) {
      const code = senderRefusedAt(++mails);
      done(code ? refusal(code) : null);
    },
    onRcptTo({ address }, session, done) {
      const conversation = (conversations.get(address) ?? 0) + 1;
      conversations.set(address, conversation);
      faults.set(session.id, faultOf(address, conversation));
      answer(faults.get(session.id), 'rcpt', session, done);
    },
    onData(stream, session, done) {
      let raw = '';
      stream.once('data', () => {
        faults.set(session.id, onContents(++contents) ?? faults.get(session.id) ?? null);
      });
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        sources.push(raw);
        const fault = faults.get(session.id);
        const isKept = fault?.at !== 'data' || Boolean(fault.keeps);
        const keys = headerOf(raw, 'X-Keys').split(' ').filter(Boolean);
        received.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          messageId: headerOf(raw, 'Message-ID'),
          raw,
          keys,
          isKept,
          isUnanswered: fault?.at === 'data' && typeof fault.does === 'string',
        });
        answer(fault, 'data', session, done);
      });
    },
  };
  const smtp = new SMTPServer(options);
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const at = (smtp.server.address() as { port: number }).port;
  return {
    received,
    /** What arrived since the last call, as a mail program reads it. */
    mails: (): Promise<Email[]> => Promise.all(sources.splice(0).map((source) => PostalMime.parse(source))),
    conversations,
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
export type MailSink = Awaited<ReturnType<typeof mailSink>>;
