import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** The mail was on its way and no answer came: nobody knows whether it arrived. */
export class Unanswered extends Error {}

/** Nobody gets through to the server, whatever the mail. */
export class Unreachable extends Error {}

export interface Letter {
  envelope: { from: string | false; to: string[] };
  contents: Buffer;
}

/** A logged-in connection on which mails are handed over one after the other. One that failed is of no more use. */
export interface Conversation {
  handOver(letter: Letter, limit: AbortSignal): Promise<void>;
  end(): void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
type Done = (error?: Error | null) => void;

/** Connects and logs in before `limit`, or throws `Unreachable`. */
export async function converse(smtpUrl: string, limit: AbortSignal): Promise<Conversation> {
  const options = { ...parseConnectionUrl(smtpUrl), ...TIMEOUTS };
  const connection = new SMTPConnection(options);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => {}); // who is talking hears of it; between mails nobody is
  connection.on('error', lose);
  connection.on('end', () => lose(new Error('the server hung up')));
  const answered = (say: (done: Done) => void, within: AbortSignal) => {
    const said = new Promise<void>((resolve, reject) => say((error) => (error ? reject(error) : resolve())));
    return before(within, Promise.race([lost, said]));
  };

  try {
    await answered((done) => connection.connect(done), limit);
    const { auth } = options;
    if (auth && connection.allowsAuth) await answered((done) => connection.login(auth, done), limit);
  } catch (error) {
    connection.close();
    throw new Unreachable((error as Error).message, { cause: error });
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
        await answered((done) => connection.send({ ...envelope }, body, done), within);
      } catch (error) {
        connection.close();
        const isAnswered = Boolean((error as { responseCode?: number }).responseCode);
        throw hasBegun && !isAnswered ? new Unanswered((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** SMTP asks for the first byte once the server has said that it takes the mail; the phase of the conversation is in none of its errors. */
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
