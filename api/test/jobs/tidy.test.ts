import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Core, createCore } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { fileStore, type ImageStore } from '../../src/images/image-store.ts';
import { tidy } from '../../src/jobs/tidy.ts';

const HOUR = 3_600_000;
const KEPT = '11111111-1111-4111-8111-111111111111';
const ORPHAN = '22222222-2222-4222-8222-222222222222';
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

const stored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const put = async (name: string, ageMs: number) => {
  await store.put(name, Buffer.from('bytes'));
  const then = new Date(Date.now() - ageMs);
  await utimes(path.join(folder, name.slice(0, 2), name), then, then);
};

it('removes the image files no row names, but leaves young ones to the upload that may still be on its way', async () => {
  const activity = await given(database.db).activity();
  await database.db('images').insert({
    ...{ id: KEPT, activityId: activity.id, uploadedById: activity.ownerId, name: 'a.png', mediaType: 'image/png', sha256: 'x' },
    ...{ sizeBytes: 5, width: 1, height: 1, position: 0, uploadedAt: now },
  });
  for (const id of [KEPT, ORPHAN]) for (const name of [id, `${id}.thumbnail`]) await put(name, 2 * HOUR);
  await put('33333333-3333-4333-8333-333333333333', HOUR / 2);
  await put('44444444.part', 2 * HOUR);

  expect(await tidy(core, store)).toEqual({ orphans: 3 });
  expect(await stored()).toEqual([KEPT, `${KEPT}.thumbnail`, '33333333-3333-4333-8333-333333333333']);
});

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

  await tidy(core, store);
  expect((await database.db('sessions')).map(({ idHash }) => idHash.toString())).toEqual(['live']);
  expect((await database.db('answeredRequests')).map(({ key }) => key)).toEqual(['young']);
});
