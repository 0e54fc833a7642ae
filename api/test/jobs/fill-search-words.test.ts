import { createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { startFillingSearchWords } from '../../src/jobs/derived-rows.ts';
import { silentLog } from '../silent-log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('tries again after a failure and where an activity is locked, until nothing is left', async () => {
  const { db } = database;
  const core = createCore({
    db,
    clock: () => new Date(),
    zone: 'America/Mexico_City',
    secret: 'a secret only tests know, thirty-two or more',
  });
  const make = given(db);
  for (let n = 0; n < 3; n++) await make.activity();
  const locked = await make.activity();
  await db('activityWords').delete();
  await db.raw('alter table activity_words rename to elsewhere');
  const trx = await db.transaction();
  await trx.raw('select from activities where id = ? for update', [locked.id]);
  const warn = vi.fn();
  const filling = startFillingSearchWords(core, { ...silentLog, info: () => {}, warn }, 5);
  try {
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1), 10_000);
    await db.raw('alter table elsewhere rename to activity_words');
    const filled = async () => (await db('activityWords').select('activityId')).map(({ activityId }) => activityId);
    await vi.waitFor(async () => expect(await filled()).toHaveLength(3), 10_000);
    await trx.rollback();
    await vi.waitFor(async () => expect(await filled()).toContain(locked.id), 10_000);
  } finally {
    if (!trx.isCompleted()) await trx.rollback();
    await filling.stop();
  }
});
