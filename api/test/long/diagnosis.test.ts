import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { given } from '../../../core/test/factories.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { checkMailServer } from '../../src/mail/smtp-conversation.ts';
import { fileStore, type ImageStore } from '../../src/storage/image-store.ts';
import { probeStore } from '../../src/storage/open-store.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const diagnosed = async () => (await app.as(await given(app.db).manager())).client.readDiagnosis();

it('reports the version, the clock and the database', async () => {
  app.setClock(new Date('2026-11-20T18:00:00Z'));
  const { rows } = await app.db.raw('show server_version');
  expect(await diagnosed()).toEqual({
    success: true,
    version: manifest.version,
    now: new Date('2026-11-20T18:00:00Z'),
    databaseVersion: rows[0].server_version,
    ownsTables: false,
    isStoreWritable: true,
    freeBytes: expect.any(Number),
    hasMailServer: false,
    isMailServerWell: null,
    mailServerProblem: null,
    mailServerAnswer: null,
    identityProvider: 'off',
    lateCount: 0,
    lateSince: null,
    failedCount: 0,
    remindersRunAt: null,
    unsearchableCount: 0,
    failedRequests: 0,
    shedRequests: 0,
    refusedPasswords: expect.any(Number),
    failedJobs: expect.any(Array),
    connectionsAwaited: 0,
  });
  await given(app.db).activity();
  await app.db('activityWords').delete();
  expect(await diagnosed()).toMatchObject({ unsearchableCount: 1 });
});

it('counts the mail that is due, tried in vain or given up, and none that waits for its time', async () => {
  const now = new Date('2026-11-20T18:00:00Z');
  app.setClock(now);
  const { id: recipientId } = await given(app.db).person();
  const row = (key: string, more: object) => ({
    key,
    kind: 'assigned',
    channel: 'email',
    recipientId,
    facts: '{}',
    expiresAt: new Date('2026-11-27T18:00:00Z'),
    createdAt: new Date('2026-11-20T17:00:00Z'),
    nextTryAt: now,
    ...more,
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

it('speaks with the mail server as far as the login, and waits for it no longer than a person would', async () => {
  const password = (given: string | null | undefined) => given === 'secreta';
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, done) => (password(auth.password) ? done(null, { user: auth.username }) : done(new Error('no'))),
  });
  const silent = net.createServer();
  const portOf = (one: { address(): unknown }) => (one.address() as net.AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.server);
  try {
    expect(await checkMailServer({ smtpUrl: `smtp://ana:secreta@127.0.0.1:${port}` })).toBeNull();
    expect(await checkMailServer({ smtpUrl: `smtp://ana:otra@127.0.0.1:${port}` })).toMatchObject({ problem: 'login' });
    expect(await checkMailServer({ smtpUrl: 'smtp://127.0.0.1:9' })).toMatchObject({ problem: 'away' });
    const began = performance.now();
    expect(await checkMailServer({ smtpUrl: `smtp://127.0.0.1:${portOf(silent)}` })).toMatchObject({ problem: 'away' });
    expectWithin(performance.now() - began, 8_000);
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    silent.close();
  }
});

it('waits five seconds, not more, for a store that hangs', async () => {
  const began = performance.now();
  expect(await probeStore({ put: () => new Promise(() => {}) } as unknown as ImageStore)).toBe(false);
  expectWithin(performance.now() - began, 8_000);
});

it('trusts no store that loses, alters or keeps what it was given, and leaves nothing in one', async () => {
  const store = await fileStore(path.join(await mkdtemp(path.join(os.tmpdir(), 'bitacora-probe-')), 'images'));
  expect(await probeStore(store)).toBe(true);
  for await (const left of store.listOlderThan(-1_000)) expect.unreachable(left);
  const faults: Partial<ImageStore>[] = [
    { put: async () => {} },
    { put: (name) => store.put(name, Buffer.from('otra cosa')) },
    { put: () => Promise.reject(new Error('EROFS')) },
    { open: () => Promise.reject(new Error('EIO')) },
    { remove: async () => {} },
  ];
  for (const fault of faults)
    expect([String(Object.values(fault)), await probeStore({ ...store, ...fault })]).toEqual([expect.anything(), false]);
  await rm(path.dirname(store.folder), { recursive: true });
});
