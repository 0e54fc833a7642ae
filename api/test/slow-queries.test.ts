import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { watchSlowQueries } from '../src/monitoring/log.ts';

const SLOW_MS = 120;
let database: TestDatabase;
let slowQueries: { ms: number; sql: string }[];
beforeAll(async () => {
  database = await testDatabase();
  watchSlowQueries(database.db, SLOW_MS, {
    warn: (facts: object) => void slowQueries.push(facts as (typeof slowQueries)[number]),
  } as never);
});
beforeEach(() => {
  slowQueries = [];
});
afterAll(() => database.close());

it('a slow statement is reported with its text and its time, never with what people wrote', async () => {
  const { db } = database;
  await db.raw(`select pg_sleep(?),\n  ?::text`, [0.2, 'el sueldo de Ana']);
  await db.transaction(async (trx) => trx.raw('select pg_sleep(?)', [0.2]));
  expect(slowQueries).toEqual([
    { ms: expect.any(Number), sql: 'select pg_sleep($1), $2::text' },
    { ms: expect.any(Number), sql: 'select pg_sleep($1)' },
  ]);
  expect(slowQueries[0]?.ms).toBeGreaterThanOrEqual(200);
});

it('so is one that fails slowly; a quick one is not reported', async () => {
  const { db } = database;
  await db.raw('select 1');
  const cut = db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 150');
    await trx.raw('select pg_sleep(?)', [5]);
  });
  await expect(cut).rejects.toThrow('statement timeout');
  expect(slowQueries.map(({ sql }) => sql)).toEqual(['select pg_sleep($1)']);
});
