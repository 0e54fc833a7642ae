import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { deliverOutbox } from '../../api/src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../api/src/mail/mailer.ts';
import { silentLog } from '../../api/test/silent-log.ts';
import { generateOpen } from '../../core/seeds/generate.ts';
import { createCore, type Database, repositoriesOn } from '../../core/src/core.ts';
import { addDays, dayIn } from '../../core/src/domain/calendar.ts';
import { remindDeadlines } from '../../core/src/use-cases/notifications/scheduled-notifications.ts';
import { type BenchRow, NOW, onGround, quickest, SECRET, ZONE } from './harness.ts';

const DUE = 4_000;
const REMINDER_RUNS = 5;

/** What `due` finds as `key, recipient_id, id, deadline_on`, written down without asking anybody: a row of the list and of the outbox each. */
const bareInsert = (kind: string, due: string) => `
  with due as (${due}), listed as (
    insert into notifications (key, kind, recipient_id, activity_id, deadline_on, created_at)
    select key, '${kind}', recipient_id, id, deadline_on, now() from due
  )
  insert into outbox (key, kind, recipient_id, activity_id, deadline_on, created_at, next_try_at)
  select key, '${kind}', recipient_id, id, deadline_on, now(), now() from due`;

const OPEN = "status in ('not_started', 'in_progress', 'on_pause')";

const BARE = bareInsert(
  'overdue',
  `select 'overdue:' || id || ':' || deadline_on || ':' || assignee_id as key, assignee_id as recipient_id, id, deadline_on
    from activities where ${OPEN} and deadline_on < date '2026-11-26'`,
);

/** What stands still for months, for two bosses of each responsible. */
const BARE_ESCALATION = bareInsert(
  'overdueEscalated',
  `select 'overdueEscalated:' || id || ':' || deadline_on || ':' || boss as key, boss as recipient_id, id, deadline_on
    from activities cross join (select id as boss from users order by id limit 2) as bosses
    where ${OPEN} and deadline_on < date '2026-11-01'`,
);

const { first, second, today } = { first: addDays(dayIn(ZONE, NOW), -2), second: addDays(dayIn(ZONE, NOW), -7), today: dayIn(ZONE, NOW) };

/** The escalation of a day among so many open activities, with everybody below the first two people. */
export const benchEscalation = (activities: number): Promise<BenchRow> =>
  onGround(async (db) => {
    await generateOpen(db, { activities, due: DUE, overdue: DUE }, NOW);
    await db.raw(
      'update users set manager_id = case when users.id = min.id + 1 then min.id else min.id + 1 end from (select min(id) as id from users) as min where users.id > min.id',
    );
    const escalate = (trx: Database) => repositoriesOn(trx, ZONE).reminders.escalate(today, { first, second }, NOW);
    const ours = await quickest(REMINDER_RUNS, () => runAndRollBack(db, escalate));
    const limit = await quickest(REMINDER_RUNS, () => runAndRollBack(db, async (trx) => trx.raw(BARE_ESCALATION)));
    return { name: `escalaciones: ${activities} abiertas, ${DUE} detenidas`, ours, limit, limitName: 'la sola instrucción SQL' };
  });

/** The reminder job of a scheduled moment among so many open activities. */
export const benchReminders = (activities: number): Promise<BenchRow> =>
  onGround(async (db) => {
    await generateOpen(db, { activities, due: DUE }, NOW);
    const ours = await quickest(REMINDER_RUNS, () => runAndRollBack(db, remind));
    const limit = await quickest(REMINDER_RUNS, () => runAndRollBack(db, async (trx) => trx.raw(BARE)));
    return { name: `barrido: ${activities} abiertas, ${DUE} por avisar`, ours, limit, limitName: 'la sola instrucción SQL' };
  });

async function remind(trx: Database): Promise<void> {
  const core = createCore({ db: trx, clock: () => NOW, zone: ZONE, secret: SECRET });
  await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: NOW }, effect: 'writes' });
}

async function runAndRollBack(db: Database, work: (trx: Database) => Promise<unknown>): Promise<void> {
  const trx = await db.transaction();
  await work(trx).finally(() => trx.rollback());
}

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
const DELIVERY_RUNS = 3;
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
    const oursMs = await quickest(DELIVERY_RUNS, deliver, notify);
    const limitMs = await quickest(DELIVERY_RUNS, () => sendAll(sink.port, letters));
    const durableMs = await quickest(DELIVERY_RUNS, () => sendAll(sink.port, letters, (n) => db.raw(NOTE, [n])));
    sink.close();
    if (sink.accepted() !== 3 * DELIVERY_RUNS * letters)
      throw new Error(`of ${3 * DELIVERY_RUNS * letters} letters ${sink.accepted()} arrived`);
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
