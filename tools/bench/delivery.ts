import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { deliverOutbox } from '../../api/src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../api/src/mail/mailer.ts';
import { silentLog } from '../../api/test/silent-log.ts';
import { generateOpen } from '../../core/seeds/generate.ts';
import { createCore, type Database, repositoriesOn } from '../../core/src/core.ts';
import { addDays, dayIn } from '../../core/src/domain/calendar.ts';
import { type BenchRow, NOW, onGround, quickest, SECRET, ZONE } from './harness.ts';

/** A connection that mails go over one after the other, each in as few words as SMTP allows. */
async function bareConnection(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value = '' } = await lines.next();
      if (!/^[23]\d\d/.test(value)) throw new Error(`the server said ${value}`);
      if (value[3] !== '-') return;
    }
  };
  const say = async (words: string) => {
    socket.write(`${words}\r\n`);
    await answer();
  };
  await answer();
  await say('EHLO localhost');
  return {
    async send(to: string, body: string): Promise<void> {
      for (const words of ['MAIL FROM:<bitacora@empresa.mx>', `RCPT TO:<${to}>`, 'DATA', `${body}\r\n.`]) await say(words);
    },
    async end(): Promise<void> {
      await say('QUIT');
      socket.destroy();
    },
  };
}

/** A mail server that accepts everything at once. smtp-server delays its greeting by a tenth of a second. */
async function acceptingServer(): Promise<{ port: number; accepted: () => number; close(): void }> {
  let count = 0;
  const server = net.createServer((socket) => {
    let unread = '';
    let isContents = false;
    const say = (answer: string) => socket.write(`${answer}\r\n`);
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      unread += chunk;
      for (;;) {
        const mark = isContents ? '\r\n.\r\n' : '\r\n';
        const end = unread.indexOf(mark);
        if (end < 0) return;
        const line = unread.slice(0, end);
        unread = unread.slice(end + mark.length);
        if (isContents) count += 1;
        isContents = !isContents && line === 'DATA';
        if (line === 'QUIT') return void socket.end('221 bye\r\n');
        say(isContents ? '354 go on' : '250 ok');
      }
    });
    say('220 sink');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, accepted: () => count, close: () => server.close() };
}

/** As many conversations at once as the product holds. */
const AT_ONCE = 4;
const MAIL_BYTES = 16_000;
const RUNS = 3;
/** The least that can be written down of a letter. */
const NOTE = 'update outbox set tries = tries + 1 where id = (select min(id) from outbox) + ?';

/**
 * Delivers a morning's digests from the outbox to a mail server in this process, in milliseconds a digest. It compares a bare loop with
 * kept connections, and the same loop with the two durable commits that prevent lost and repeated digests.
 */
export const benchDelivery = (): Promise<BenchRow[]> =>
  onGround(async (db) => {
    await generateOpen(db, { activities: 2_000, due: 2_000 }, NOW);
    const sink = await acceptingServer();
    const today = dayIn(ZONE, NOW);
    let letters = 0;
    const notify = async () => {
      await db('outbox').delete();
      await repositoriesOn(db, ZONE).reminders.remind(today, addDays(today, 1), NOW);
    };
    const deliver = async () => {
      letters = await deliverAll(db, `smtp://127.0.0.1:${sink.port}`);
    };
    const oursMs = await quickest(RUNS, deliver, notify);
    const limitMs = await quickest(RUNS, () => sendAll(sink.port, letters));
    const durableMs = await quickest(RUNS, () => sendAll(sink.port, letters, (n) => db.raw(NOTE, [n])));
    sink.close();
    if (sink.accepted() !== 3 * RUNS * letters) throw new Error(`of ${3 * RUNS * letters} letters ${sink.accepted()} arrived`);
    const row = { name: `entrega: ${letters} cartas, cada una`, ours: oursMs / letters };
    return [
      { ...row, limit: limitMs / letters, limitName: 'un bucle SMTP sin más, por cuatro conexiones que se conservan' },
      { ...row, limit: durableMs / letters, limitName: 'el mismo bucle con dos escrituras durables por carta' },
    ];
  });

function deliverAll(db: Database, url: string): Promise<number> {
  const core = createCore({ db, clock: () => NOW, zone: ZONE, secret: SECRET });
  const mailer = smtpMailer(url, 'bitacora@empresa.mx');
  const site = { publicUrl: 'https://empresa.mx', contactUrl: 'mailto:soporte@empresa.mx' };
  return deliverOutbox({ core, mailer, ...site, log: silentLog });
}

async function sendAll(port: number, letters: number, note: (n: number) => PromiseLike<unknown> = async () => {}): Promise<void> {
  const body = `Subject: Pendientes\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(MAIL_BYTES / 72)}`;
  let mailCount = 0;
  const lane = async () => {
    const connection = await bareConnection(port);
    while (mailCount < letters) {
      const n = ++mailCount;
      await note(n);
      await connection.send(`persona${n}@example.mx`, body);
      await note(n);
    }
    await connection.end();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
