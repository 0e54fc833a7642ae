import { createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { startFoldingWorkCounts } from '../../src/jobs/derived-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const ZONE = 'America/Mexico_City';

it('adopts the zone after a failure, warns once of another one, and stops while it waits', async () => {
  const { db } = database;
  const core = createCore({ db, clock: () => new Date(), zone: ZONE, secret: 'a secret only tests know, thirty-two or more' });
  const keptZone = async () => (await db('dueWorkZone').first())?.zone;
  const [warn, error] = [vi.fn(), vi.fn()];
  await db.raw(`alter table due_work_zone add constraint none check (zone = '')`);
  const job = startFoldingWorkCounts(core, { warn, error }, 5, 50);
  await vi.waitFor(() => expect(error.mock.calls.length).toBeGreaterThan(1), 10_000);
  expect(await keptZone()).toBeUndefined();
  await db.raw('alter table due_work_zone drop constraint none');
  await vi.waitFor(async () => expect(await keptZone()).toBe(ZONE), 10_000);
  expect(warn).not.toHaveBeenCalled();

  await db('dueWorkZone').update({ zone: 'Asia/Tokyo' });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith({ keptZone: 'Asia/Tokyo', zone: ZONE }, expect.any(String)), 10_000);
  const holder = await db.transaction();
  await holder.raw('lock table due_work_zone in exclusive mode');
  const onStop = vi.fn();
  void job.stop().then(onStop);
  await vi.waitFor(() => expect(onStop).toHaveBeenCalled(), 10_000).finally(() => holder.rollback());
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await keptZone()).toBe('Asia/Tokyo');
});
