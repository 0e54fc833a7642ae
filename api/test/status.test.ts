import { readSchema, repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type RunningApp, runningApp } from './running-app.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const status = async () => (await app.as(await given(app.db).manager())).client.readStatus();

it('reports versions, sizes, schema and store of a server on which nothing has happened yet', async () => {
  const { applied } = await readSchema(app.db);
  expect(await status()).toMatchObject({
    version: manifest.version,
    now: NOW,
    migrationsApplied: applied.length,
    migrationsPending: 0,
    hasMailServer: false,
    hasBot: false,
    mailWaiting: 0,
    mailLateSince: null,
    mailFailed: 0,
    chatPeople: 0,
    chatWaiting: 0,
    pushDevices: 0,
    pushWaiting: 0,
    remindersRunAt: null,
    missedRemindersAt: null,
    nextRemindersAt: new Date('2026-11-21T14:00:00Z'),
    backupAt: null,
    storeKind: 'folder',
    isStoreReachable: true,
    droppedLogLines: 0,
  });
  const { databaseBytes, storeFreeBytes, databaseVersion } = await status();
  expect(databaseBytes).toBeGreaterThan(1_000_000);
  expect(storeFreeBytes).toBeGreaterThan(1_000_000);
  expect(databaseVersion).toMatch(/^\d+\.\d+/);
});

it('says what waits, by mail, by chat and by push, and which scheduled sweep nobody made', async () => {
  const [one, other] = [await given(app.db).person(), await given(app.db).person()];
  const row = (key: string, more: object) => ({
    key,
    kind: 'assigned',
    channel: 'email',
    recipientId: one.id,
    facts: '{}',
    expiresAt: new Date('2026-11-27T18:00:00Z'),
    createdAt: new Date('2026-11-20T17:00:00Z'),
    nextTryAt: NOW,
    ...more,
  });
  const morning = new Date('2026-11-21T14:00:00Z');
  const letter = '00000000-0000-4000-8000-000000000003';
  await app
    .db('outbox')
    .insert([
      row('due', {}),
      row('in the morning', { nextTryAt: morning }),
      row('chat', { channel: 'chat', nextTryAt: new Date('2026-11-20T17:58:00Z') }),
      row('push', { channel: 'push', firstDueAt: new Date('2026-11-20T17:57:00Z'), nextTryAt: morning, tries: 1 }),
      row('push in the morning', { channel: 'push', nextTryAt: morning }),
      row('given up', { failedAt: NOW, failure: 'refused', nextTryAt: null, letter }),
    ]);
  for (const [userId, service] of [
    [one.id, 'slack'],
    [one.id, 'teams'],
    [other.id, 'slack'],
  ])
    await app.db('chatLinks').insert({ userId, service, workspace: 'T1', chatUserId: `U${userId}`, displayName: 'Una', linkedAt: NOW });
  const remindersRunAt = new Date('2026-11-19T14:00:05Z');
  await app.db('sweeps').insert({ dueAt: new Date('2026-11-19T14:00:00Z'), sweptAt: remindersRunAt, announcedCount: 3 });

  expect(await status()).toMatchObject({
    mailWaiting: 2,
    mailLateSince: new Date('2026-11-20T17:00:00Z'),
    mailFailed: 1,
    chatWaiting: 1,
    chatPeople: 2,
    pushDevices: 0,
    pushWaiting: 2,
    chatLateSince: new Date('2026-11-20T17:58:00Z'),
    pushLateSince: new Date('2026-11-20T17:57:00Z'),
    remindersRunAt,
    missedRemindersAt: new Date('2026-11-20T14:00:00Z'),
  });
});

it('counts what was scheduled since it is up as missed where nobody has ever swept', async () => {
  app.setClock('2026-11-21T15:00:00Z');
  expect(await status()).toMatchObject({ remindersRunAt: null, missedRemindersAt: new Date('2026-11-21T14:00:00Z') });
});

it('knows of the last backup', async () => {
  const { installation } = repositoriesOn(app.db, 'America/Mexico_City');
  for (const madeAt of [new Date('2026-11-18T08:00:00Z'), NOW]) await installation.noteBackup(madeAt);
  expect(await status()).toMatchObject({ backupAt: NOW });
});

it('says when requests come through a proxy of which PROXY_HOPS does not know; the log says it once', async () => {
  const warnings = () => app.logged.filter(({ msg }) => String(msg).includes('PROXY_HOPS'));
  expect((await status()).forwardedSeenAt).toBeNull();
  expect(warnings()).toEqual([]);
  for (const name of ['X-Forwarded-For', 'X-Real-IP'])
    await app.visitor().call('GET', '/api/get-session', { headers: { [name]: '203.0.113.7' } });
  expect((await status()).forwardedSeenAt).toEqual(NOW);
  expect(warnings()).toMatchObject([{ level: 40 }]);
});

it('says nothing of the proxies that PROXY_HOPS counts', async () => {
  const behind = await runningApp({ proxyHops: 1, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
  try {
    const boss = await behind.as(await given(app.db).manager());
    boss.extra['X-Forwarded-For'] = '203.0.113.7';
    expect((await boss.client.readStatus()).forwardedSeenAt).toBeNull();
    expect(behind.logged.filter(({ msg }) => String(msg).includes('PROXY_HOPS'))).toEqual([]);
  } finally {
    await behind.close();
  }
});

it('says to a Desarrollador in every session that the mail server refuses everything, until a mail got through', async () => {
  const [developer, manager] = [await given(app.db).person({ kind: 'Desarrollador' }), await given(app.db).manager()];
  const since = async (who: typeof manager) => (await (await app.as(who)).client.readSession()).user?.mailStoppedSince;
  expect(await since(developer)).toBeUndefined();
  const { installation } = repositoriesOn(app.db, 'UTC');
  await installation.beginMailStop({ problem: 'tokenRefused', answer: 'AADSTS7000222', since: NOW });
  expect([await since(developer), await since(manager)]).toEqual([NOW, undefined]);
  await installation.endMailStop();
  expect(await since(developer)).toBeUndefined();
});
