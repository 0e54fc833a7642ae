import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Core, createCore, repositoriesOn } from '@bitacora/core/server';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { fileStore, type ImageStore } from '../../src/storage/image-store.ts';
import { silentLog } from '../silent-log.ts';

const HOUR = 3_600_000;
const now = new Date('2026-11-20T15:00:00Z');
let database: TestDatabase;
let core: Core;
let folder: string;
let store: ImageStore;

beforeAll(async () => {
  database = await testDatabase();
  core = createCore({
    db: database.db,
    clock: () => now,
    zone: 'America/Mexico_City',
    secret: 'a secret only tests know, thirty-two or more',
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-store-'));
  store = await fileStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

it('forgets sessions, answers and tokens that have served their time, and only those', async () => {
  const { id: userId } = await given(database.db).person();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  const session = (id: string, seenAt: Date, expiresAt: Date) => ({
    idHash: Buffer.from(id),
    userId,
    createdAt: ago(3),
    seenAt,
    expiresAt,
  });
  await database
    .db('sessions')
    .insert([session('live', ago(1), ago(-9)), session('idle', ago(2.1), ago(-9)), session('over', ago(0.1), ago(0.1))]);
  const answer = (key: string, createdAt: Date) => ({ userId, key, fingerprint: 'f', createdAt });
  await database.db('answeredRequests').insert([answer('young', ago(23)), answer('old', ago(25))]);

  await cleanUp(core, store, silentLog);
  expect((await database.db('sessions')).map(({ idHash }) => idHash.toString())).toEqual(['live']);
  expect((await database.db('answeredRequests')).map(({ key }) => key)).toEqual(['young']);
});

it('what nobody delivered in a week is given up, and the log says so as an error, once', async () => {
  const { id: recipientId } = await given(database.db).person();
  const weekAgo = new Date(now.getTime() - 7 * 24 * HOUR);
  await repositoriesOn(database.db, core.zone).outbox.add({ key: 'a', kind: 'assigned', recipientId }, weekAgo);
  const said: object[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line)) });
  await cleanUp(core, store, log);
  await cleanUp(core, store, log);
  expect(said).toMatchObject([{ announcements: 1, level: 50 }]);
});
