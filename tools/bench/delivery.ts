import { smtpMailer } from '../../api/src/emails/mailer.ts';
import { deliverOutbox } from '../../api/src/jobs/deliver-outbox.ts';
import { silentLog } from '../../api/test/silent-log.ts';
import { generateOpen } from '../../core/seeds/generate-open.ts';
import { createCore, type Database, repositoriesOn } from '../../core/src/core.ts';
import { addDays, dayIn } from '../../core/src/domain/calendar.ts';
import { sendBare } from './bare-smtp.ts';
import { NOW, onGround, SECRET, ZONE } from './ground.ts';
import { quickest, type Row } from './row.ts';
import { takingSink } from './taking-sink.ts';

/** As many conversations at once as the product holds. */
const AT_ONCE = 4;
const MAIL_BYTES = 16_000;
const RUNS = 3;

/** A morning's letters, from the outbox to a mail server in this process that only takes them; milliseconds a letter. */
export const benchDelivery = (): Promise<Row> =>
  onGround(async (db) => {
    await generateOpen(db, { activities: 2_000, due: 2_000 }, NOW);
    const sink = await takingSink();
    const today = dayIn(ZONE, NOW);
    let letters = 0;
    const announce = async () => {
      await db('outbox').delete();
      await repositoriesOn(db, ZONE).sweeps.announce(today, addDays(today, 1), NOW);
    };
    const deliver = async () => {
      letters = await deliverAll(db, `smtp://127.0.0.1:${sink.port}`);
    };
    const oursMs = await quickest(RUNS, deliver, announce);
    const limitMs = await quickest(RUNS, () => sendAll(sink.port, letters));
    sink.close();
    if (sink.taken() !== 2 * RUNS * letters) throw new Error(`of ${2 * RUNS * letters} letters ${sink.taken()} arrived`);
    return {
      name: `entrega: ${letters} cartas, cada una`,
      ...{ ours: oursMs / letters, limit: limitMs / letters, limitName: 'un bucle SMTP sin más' },
    };
  });

function deliverAll(db: Database, url: string): Promise<number> {
  const core = createCore({ db, clock: () => NOW, zone: ZONE, secret: SECRET });
  const mailer = smtpMailer(url, 'bitacora@empresa.mx');
  const site = { publicUrl: 'https://empresa.mx', contactUrl: 'mailto:soporte@empresa.mx' };
  return deliverOutbox({ core, mailer, ...site, log: silentLog });
}

async function sendAll(port: number, letters: number): Promise<void> {
  const body = `Subject: Pendientes\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(MAIL_BYTES / 72)}`;
  let sent = 0;
  const lane = async () => {
    while (sent++ < letters) await sendBare(port, `persona${sent}@example.mx`, body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
