import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import manifest from '../package.json' with { type: 'json' };
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const diagnosed = async () => (await app.as(await given(app.db).manager())).client.getDiagnosis();

it('tells the version, the clock and the database', async () => {
  app.setClock(new Date('2026-11-20T18:00:00Z'));
  const { rows } = await app.db.raw('show server_version');
  expect(await diagnosed()).toEqual({
    success: true,
    version: manifest.version,
    now: new Date('2026-11-20T18:00:00Z'),
    databaseVersion: rows[0].server_version,
    isStoreWritable: true,
    hasMailServer: false,
    lateCount: 0,
    lateSince: null,
    failedCount: 0,
    sweptAt: null,
  });
});

it('counts the mail that is due, tried in vain or given up, and none that waits for its time', async () => {
  const now = new Date('2026-11-20T18:00:00Z');
  app.setClock(now);
  const { id: recipientId } = await given(app.db).person();
  const row = (key: string, more: object) => ({
    ...{ key, kind: 'assigned', channel: 'email', recipientId, facts: '{}', expiresAt: new Date('2026-11-27T18:00:00Z') },
    ...{ createdAt: new Date('2026-11-20T17:00:00Z'), nextTryAt: now, ...more },
  });
  await app
    .db('outbox')
    .insert([
      row('due', { createdAt: new Date('2026-11-20T16:00:00Z') }),
      row('tried', { tries: 1, nextTryAt: new Date('2026-11-20T19:00:00Z'), letter: '00000000-0000-4000-8000-000000000001' }),
      row('in the morning', { nextTryAt: new Date('2026-11-21T14:00:00Z') }),
      row('sent', { sentAt: now, nextTryAt: null, letter: '00000000-0000-4000-8000-000000000002' }),
      row('given up', { failedAt: now, failure: 'refused', nextTryAt: null, letter: '00000000-0000-4000-8000-000000000003' }),
    ]);
  expect(await diagnosed()).toMatchObject({ lateCount: 2, lateSince: new Date('2026-11-20T16:00:00Z'), failedCount: 1 });
});
