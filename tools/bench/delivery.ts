import { deliverOutbox } from '../../api/src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../api/src/mail/mailer.ts';
import { silentLog } from '../../api/test/silent-log.ts';
import { generateOpen } from '../../core/seeds/generate-open.ts';
import { createCore, type Database, repositoriesOn } from '../../core/src/core.ts';
import { addDays, dayIn } from '../../core/src/domain/calendar.ts';
import { type BenchRow, NOW, onGround, quickest, SECRET, ZONE } from './harness.ts';
import { acceptingServer, bareConnection } from './smtp.ts';

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
