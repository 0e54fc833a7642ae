import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { createMetrics } from '../src/http/metrics.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('mail that waits is counted, announcements that have no letter are not', async () => {
  const { outbox } = repositoriesOn(database.db, 'America/Mexico_City');
  const { id: recipientId } = await given(database.db).person();
  for (const kind of ['invitation', 'assigned', 'verified'] as const) await outbox.add({ key: kind, kind, recipientId }, new Date());
  expect(await createMetrics(database.db).text()).toContain('bitacora_outbox_waiting 1\n');
});
