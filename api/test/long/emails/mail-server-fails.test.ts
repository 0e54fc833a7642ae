import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../core/test/database.ts';
import { type Stage, stage } from '../../../../core/test/stage.ts';
import { deliverOutbox } from '../../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../../src/mail/mailer.ts';
import { composeKeys } from '../../emails/composed-keys.ts';
import { type Fault, type MailSink, mailSink } from '../../emails/sink.ts';

const EACH = 4;
const REMINDERS = 500;
const PEOPLE = REMINDERS / EACH;
/** Far more than a mail takes on a busy machine. */
const SEND_MS = 8_000;
/** Nobody listens there. */
const DOWN = 'smtp://127.0.0.1:1';
const GROUPS = 25;
const GROUP = REMINDERS / GROUPS;
const MINUTE = 60_000;
const START = new Date('2026-11-20T14:00:00Z'); // 8:00 in Mexico City

/** What happens to a group of five people each; the others meet with nothing: at their first conversation alone, or at every one. */
const faults: Record<number, { fault: Fault; isAlways?: true }> = {
  0: { fault: { at: 'rcpt', does: 451 } },
  1: { fault: { at: 'data', does: 452 } },
  2: { fault: { at: 'rcpt', does: 550 }, isAlways: true },
  3: { fault: { at: 'data', does: 554 }, isAlways: true },
  4: { fault: { at: 'data', does: 'hangs', keeps: true } },
  5: { fault: { at: 'data', does: 'resets', keeps: false } },
  6: { fault: { at: 'data', does: 'resets', keeps: false }, isAlways: true },
  7: { fault: { at: 'rcpt', does: 'hangs' } },
};
const groupOf = (address: string) => Number(/\d+/.exec(address)?.[0]) % GROUPS;
function faultOf(address: string, conversation: number): Fault | null {
  const { fault, isAlways } = faults[groupOf(address)] ?? {};
  return fault && (isAlways || conversation === 1) ? fault : null;
}
/** Every tenth of the first 50 conversations fails for the sender's sake. */
const senderRefusedAt = (mail: number) => (mail > 50 || mail % 10 ? null : mail % 20 ? 553 : 450);

let database: TestDatabase;
let on: Stage;
let sink: MailSink;
const minutesOfDay: number[] = [];

const minuteOf = (instant: Date) => (instant.getTime() - START.getTime()) / MINUTE;

/** Delivers whenever something is due until that minute, by a clock that does not wait. */
async function until(minute: number, url: string): Promise<void> {
  const mailer = smtpMailer(url, 'bitacora@empresa.mx', { sendMs: SEND_MS });
  const site = { publicUrl: 'https://empresa.mx', contactUrl: 'https://empresa.mx' };
  for (;;) {
    const waiting = database.db('outbox').whereNull('sentAt').whereNull('failedAt');
    const next: Date | null = (await waiting.min('nextTryAt as at').first())?.at;
    if (!next || minuteOf(next) > minute) return;
    on.setClock(next);
    minutesOfDay.push(minuteOf(next));
    await deliverOutbox({ core: on.core, mailer, ...site, log: pino({ level: 'silent' }), compose: composeKeys });
  }
}

beforeAll(async () => {
  database = await testDatabase();
  await database.wipe();
  on = stage(database.db);
  on.setClock(START);
  const { db } = database;
  await db.raw(
    `insert into users (employee_number, first_name, last_name, email, level, department, position, created_at)
     select n, 'Ana', 'Ruiz', 'persona' || n || '@empresa.mx', '1', 'Ventas', 'Vendedora', ? from generate_series(0, ? - 1) n`,
    [START, PEOPLE],
  );
  await db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at)
     select 'overdue:' || n || ':' || users.id, 'overdue', users.id, :now, :now, :now::timestamptz + interval '7 days'
     from users cross join generate_series(1, :each) n`,
    { now: START, each: EACH },
  );
  await until(10, DOWN);
  expect(await db('outbox').whereNotNull('sentAt')).toEqual([]);
  sink = await mailSink({ faultOf, senderRefusedAt });
  await until(400, sink.url);
}, 300_000);
afterAll(async () => {
  await sink?.close();
  await database.close();
});

const rowsOf = (...groups: number[]) =>
  database
    .db('outbox')
    .join('users', 'users.id', 'outbox.recipientId')
    .whereRaw('employee_number::int % ? = any(?)', [GROUPS, groups])
    .select('key', 'sentAt', 'failure', 'outbox.failedAt', 'tries', 'uncertainTries');
const keptCopies = () => {
  const copies = new Map<string, number>();
  for (const { keys, isKept } of sink.received) for (const key of keys) copies.set(key, (copies.get(key) ?? 0) + (isKept ? 1 : 0));
  return copies;
};

it('every reminder to a working mailbox arrives after any failure on the way', async () => {
  const rows = await rowsOf(0, 1, 4, 5, ...Array.from({ length: GROUPS - 7 }, (_, n) => n + 7));
  expect(rows).toHaveLength(REMINDERS - 3 * GROUP);
  const copies = keptCopies();
  expect(rows.filter(({ key }) => !copies.get(key))).toEqual([]);
  expect(rows.filter(({ sentAt }) => !sentAt)).toEqual([]);
});

it('a notification keeps its Message-ID and its digest at every try', () => {
  const ids = new Map<string, Set<string>>();
  for (const { keys, messageId } of sink.received) for (const key of keys) ids.set(key, (ids.get(key) ?? new Set()).add(messageId));
  expect(ids.size).toBe(REMINDERS - GROUP); // the others were refused before they were said
  expect([...ids].filter(([, of]) => of.size !== 1)).toEqual([]);
  expect(sink.received.filter(({ keys }) => keys.length !== EACH)).toEqual([]);
});

it('arrives twice only where nobody could know, as often as that happened', () => {
  const unanswered = sink.received.filter(({ isKept, isUnanswered }) => isKept && isUnanswered).flatMap(({ keys }) => keys);
  const twice = [...keptCopies()].filter(([, copies]) => copies > 1);
  expect(unanswered.length).toBeGreaterThan(0);
  expect(twice.map(([key, copies]) => [key, copies]).sort()).toEqual([...new Set(unanswered)].map((key) => [key, 2]).sort());
});

it('what is refused for good is given up at once', async () => {
  const rows = await rowsOf(2, 3);
  expect(rows.filter(({ failure, failedAt }) => failure !== 'refused' || !failedAt)).toEqual([]);
  for (const [address, conversations] of sink.conversations) if ([2, 3].includes(groupOf(address))) expect(conversations).toBe(1);
});

it('what never gets an answer is tried once more after ten minutes, and then said to be unknown', async () => {
  const rows = await rowsOf(6);
  expect(rows.filter(({ failure, uncertainTries }) => failure !== 'unknown' || uncertainTries !== 2)).toEqual([]);
  for (const [address, conversations] of sink.conversations) if (groupOf(address) === 6) expect(conversations).toBe(2);
});

it('tries after one, five and fifteen minutes, then an hour, and has nothing left after that', async () => {
  // One hour and four after that for what failed again, ten minutes for what had no answer.
  expect(minutesOfDay.slice(0, 5)).toEqual([0, 1, 6, 21, 31]);
  expect(minutesOfDay.filter((minute) => ![0, 1, 6, 21, 31, 81, 91, 321, 331].includes(minute))).toEqual([]);
  expect(await database.db('outbox').whereNull('sentAt').whereNull('failedAt')).toEqual([]);
});
