import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep, expectWithin } from '../deep.ts';
import { NOW } from '../factories.ts';
import { atRest, ZONE } from '../stage.ts';

const PEOPLE = 500;
const WAITING = deep(100_000, 20_000);
const SENT_ROWS = deep(1_000_000, 50_000);
/** 22:00 in Mexico City, the evening before. */
const NIGHT = new Date('2026-11-20T04:00:00Z');
const TERMS = { channel: 'email', leaseMs: 60_000, quiet: [] } as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.raw(
    `insert into users (employee_number, first_name, last_name, email, level, department, position, created_at)
     select n, 'Ana', 'Ruiz', n || '@empresa.mx', '1', 'Ventas', 'Vendedora', ? from generate_series(1, ?) n`,
    [NOW, PEOPLE],
  );
  const fill = (count: number, kind: string, sentAt: Date | null) =>
    db.raw(
      `insert into outbox (key, kind, recipient_id, created_at, next_try_at, expires_at, sent_at, letter)
       select :kind || n, :kind, 1 + n % :people, :at, case when :sentAt::timestamptz is null then :at::timestamptz end, :at::timestamptz + interval '7 days', :sentAt::timestamptz,
         case when :sentAt::timestamptz is not null then gen_random_uuid() end
       from generate_series(1, :count) n`,
      { count, kind, sentAt, at: NIGHT, people: PEOPLE },
    );
  await fill(SENT_ROWS, 'assigned', NIGHT);
  await fill(WAITING, 'verified', null);
  await db.raw('vacuum (analyze) outbox');
}, 300_000);
afterAll(() => database.close());

interface Step {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}
const outboxRows = (step: Step): number =>
  (step['Relation Name'] === 'outbox' ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'] : 0) +
  (step.Plans ?? []).reduce((sum, each) => sum + outboxRows(each), 0);

/** How many rows of the outbox the statements of `act` look at, the greedy most of one, and their time; `act` leaves nothing behind. */
async function looksAt(act: (trx: Knex) => Promise<unknown>): Promise<{ rows: number; ms: number }> {
  const queries: { sql: string; bindings: readonly Knex.Value[] }[] = [];
  const rollback = new Error('leaves nothing behind');
  const inside = async (work: (trx: Knex.Transaction) => Promise<void>) =>
    database.db
      .transaction(async (trx) => {
        await work(trx);
        throw rollback;
      })
      .catch((error) => {
        if (error !== rollback) throw error;
      });
  await inside(async (trx) => {
    trx.on('query', (query) => queries.push(query));
    await act(trx);
  });
  const totals = { rows: 0, ms: 0 };
  await inside(async (trx) => {
    for (const { sql, bindings = [] } of queries.filter((query) => /outbox/.test(query.sql))) {
      const numbered = sql.replace(/\$\d+/g, '?');
      const { rows } = await trx.raw(`explain (analyze, timing off, format json) ${numbered}`, bindings as Knex.Value[]);
      const [{ Plan: plan, 'Planning Time': planning, 'Execution Time': executing }] = rows[0]['QUERY PLAN'];
      totals.rows += outboxRows(plan);
      totals.ms += planning + executing;
    }
  });
  return totals;
}
const claiming =
  (now: Date, quiet = quietHours(atRest, now)) =>
  (trx: Knex) =>
    repositoriesOn(trx, ZONE).outbox.claim({ ...TERMS, quiet }, now);

it('a claim reads its own digest only, with any number of others waiting or sent', async () => {
  const { rows, ms } = await looksAt(claiming(NOW));
  const ofOnePerson = WAITING / PEOPLE;
  expect(rows).toBeGreaterThan(ofOnePerson);
  // Found, gathered, stamped, asked whether it is wanted: each row of the letter a few times.
  expect(rows).toBeLessThan(10 * ofOnePerson);
  expectWithin(ms, deep(250, 100));
});

it('at night what waits is looked at once and then left alone', async () => {
  const { outbox } = repositoriesOn(database.db, ZONE);
  const quiet = quietHours(atRest, NIGHT);
  for (let n = 0; n < WAITING; n += 10_000) await outbox.putOff({ ...TERMS, quiet }, NIGHT);
  const put = await database.db('outbox').where('nextTryAt', '2026-11-20T13:00:00Z').count('* as rows').first();
  expect(put).toEqual({ rows: WAITING });

  await database.db.raw('vacuum (analyze) outbox');
  const { rows } = await looksAt(async (trx) => {
    await repositoriesOn(trx, ZONE).outbox.putOff({ ...TERMS, quiet }, NIGHT);
    await claiming(NIGHT)(trx);
  });
  expect(rows).toBeLessThan(10);
});
