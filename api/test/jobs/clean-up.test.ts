import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Core, createCore, repositoriesOn, sealingFor } from '@bitacora/core/server';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { cleanUp, startCleanUp } from '../../src/jobs/clean-up.ts';
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
    provedAt: seenAt,
    expiresAt,
  });
  await database
    .db('sessions')
    .insert([session('live', ago(1), ago(-9)), session('idle', ago(2.1), ago(-9)), session('over', ago(0.1), ago(0.1))]);
  const answer = (key: string, createdAt: Date) => ({ userId, key, fingerprint: 'f', createdAt });
  await database
    .db('answeredRequests')
    .insert([
      answer('young', ago(23)),
      answer('old', ago(25)),
      { ...answer('of a device', ago(24 * 30)), keptDays: 31 },
      { ...answer('of a device, old', ago(24 * 32)), keptDays: 31 },
    ]);

  await cleanUp(core, store, silentLog);
  expect((await database.db('sessions')).map(({ idHash }) => idHash.toString())).toEqual(['live']);
  expect((await database.db('answeredRequests')).map(({ key }) => key)).toEqual(['young', 'of a device']);
});

it('seals second factors anew an hour after the start, because other processes may still know the previous secret alone', async () => {
  const { id: userId } = await given(database.db).person();
  const [secret, previousSecret] = ['the secret of today, of thirty-two or more', 'the secret of yesterday, thirty-two or more'];
  const sealedSecret = sealingFor('second-factor', [previousSecret]).seal('APPSECRET');
  await database.db('secondFactors').insert({ userId, sealedSecret, begunAt: now, confirmedAt: now });
  const isCurrent = async () => {
    const row = await database.db('secondFactors').where({ userId }).first('sealedSecret');
    return sealingFor('second-factor', [secret]).open(row.sealedSecret) !== null;
  };
  const rolling = createCore({ db: database.db, clock: () => now, zone: core.zone, secret, previousSecret });
  const beats: boolean[] = [];
  const mayAct = async () => {
    beats.push(await isCurrent());
    return true;
  };
  const job = startCleanUp(rolling, store, silentLog, { clockGuard: { mayAct } as never, beatMs: 1 });
  await expect.poll(() => beats.length).toBeGreaterThan(2);
  await job.stop();
  expect(beats.slice(0, 3)).toEqual([false, false, true]);
});

it('what nobody delivered in a week is given up, and the log says so as an error, once', async () => {
  const { id: recipientId } = await given(database.db).person();
  const weekAgo = new Date(now.getTime() - 7 * 24 * HOUR);
  await repositoriesOn(database.db, core.zone).outbox.add({ key: 'a', kind: 'assigned', recipientId }, weekAgo);
  const logLines: object[] = [];
  const log = pino({ level: 'error' }, { write: (line) => logLines.push(JSON.parse(line)) });
  await cleanUp(core, store, log);
  await cleanUp(core, store, log);
  expect(logLines).toMatchObject([{ notifications: 1, level: 50 }]);
});
