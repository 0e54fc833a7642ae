import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../core/test/database.ts';
import { type Stage, stage } from '../../../../core/test/stage.ts';
import { deliverOutbox } from '../../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../../src/mail/mailer.ts';
import { composeKeys } from '../../emails/composed-keys.ts';
import { mailSink } from '../../emails/sink.ts';
import { silentLog as log } from '../../silent-log.ts';

const PEOPLE = 12;
/** Nobody listens there. */
const DOWN = 'smtp://127.0.0.1:1';
const MINUTE = 60_000;
const START = Date.parse('2026-11-20T14:00:00Z'); // 8:00 in Mexico City
let database: TestDatabase;
let on: Stage;

beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
  await database.db.raw(
    `insert into users (employee_number, first_name, last_name, email, level, department, position, created_at)
     select n, 'Ana', 'Ruiz', 'persona' || n || '@empresa.mx', '1', 'Ventas', 'Vendedora', :now from generate_series(1, :people::integer) n;`,
    { now: new Date(START), people: PEOPLE },
  );
  await database.db.raw(
    `insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at)
     select 'overdue:' || id, 'overdue', id, :now, :now, :now::timestamptz + interval '7 days' from users`,
    { now: new Date(START) },
  );
});
afterAll(() => database.close());

/** Looks twice a minute for what is due, as a process does more often. Answers how many letters it took. */
async function between(from: number, to: number, url: string): Promise<number> {
  const mailer = smtpMailer(url, 'bitacora@empresa.mx', { sendMs: 2_000 });
  const site = { publicUrl: 'https://empresa.mx', contactUrl: 'https://empresa.mx' };
  let deliveredCount = 0;
  for (let minute = from; minute < to; minute += 0.5) {
    on.setClock(new Date(START + minute * MINUTE));
    deliveredCount += await deliverOutbox({ core: on.core, mailer, ...site, log, compose: composeKeys });
  }
  return deliveredCount;
}
const unsent = async () => Number((await database.db('outbox').whereNull('sentAt').count('* as rows').first())?.rows);

it('after three hours without a mail server everything comes within two minutes of its return, but for what it does not take yet', {
  timeout: 120_000,
}, async () => {
  const tries = await between(0, 180, DOWN);
  // Five tries of each by their own back-off, and one of all of them about every other minute.
  expect(tries).toBeLessThan(5 * PEOPLE + 180);
  expect(await unsent()).toBe(PEOPLE);

  const sink = await mailSink({ faultOf: (address) => (address === 'persona7@empresa.mx' ? { at: 'rcpt', does: 451 } : null) });
  await between(180, 182.5, sink.url);
  expect(await unsent()).toBe(1);
  expect(sink.received).toHaveLength(PEOPLE - 1);
  await between(182.5, 190, sink.url);
  expect(sink.conversations.get('persona7@empresa.mx')).toBe(1);
  await sink.close();
});
