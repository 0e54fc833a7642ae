import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Core, createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { cleanUpImages } from '../../src/jobs/clean-up.ts';
import { fileStore, type ImageStore } from '../../src/storage/image-store.ts';
import { claimFolder } from '../../src/storage/open-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STORED = '11111111-1111-4111-8111-111111111111';
const ORPHAN = '22222222-2222-4222-8222-222222222222';
const YOUNG = '33333333-3333-4333-8333-333333333333';
let now: Date;
let database: TestDatabase;
let core: Core;
let dataDir: string;
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
  now = new Date('2026-11-20T15:00:00Z');
  await database.wipe();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'bitacora-store-'));
  store = await fileStore(path.join(dataDir, 'images'));
  return () => rm(dataDir, { recursive: true });
});

const within = async (folder: string) =>
  (await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('database-'))
    .map(({ name }) => name)
    .sort();
const put = async (name: string, ageMs = 2 * HOUR) => {
  await store.put(name, Buffer.from('bytes'));
  const then = new Date(Date.now() - ageMs);
  await utimes(path.join(dataDir, 'images', name.slice(0, 2), name), then, then);
};
async function name(id: string): Promise<void> {
  const activity = await given(database.db).activity();
  await database.db('images').insert({
    id,
    activityId: activity.id,
    uploadedById: activity.ownerId,
    name: 'a.png',
    mediaType: 'image/png',
    sha256: 'x',
    sizeBytes: 5,
    width: 1,
    height: 1,
    position: 0,
    uploadedAt: now,
  });
}
const markers = async () => (await store.claims.all()).length;
/** As if DATABASE_URL now named a database that knows none of these images. */
async function switchDatabase(): Promise<void> {
  await database.wipe();
}

describe('images that no row names', () => {
  it('are set aside, but young ones are left to the upload that may still be on its way', async () => {
    await claimFolder(core, store);
    await name(STORED);
    for (const id of [STORED, ORPHAN]) for (const stored of [id, `${id}.thumbnail`]) await put(stored);
    await put(YOUNG, HOUR / 2);
    await put('44444444.part');

    expect(await cleanUpImages(core, store)).toEqual({ isShared: false, putBack: 0, quarantinedCount: 3, forgotten: 0 });
    expect(await within('images')).toEqual([STORED, `${STORED}.thumbnail`, YOUNG]);
    expect(await within('images-orphaned/2026-11-20')).toEqual([ORPHAN, `${ORPHAN}.thumbnail`, '44444444.part']);
  });

  it('come back when the newer dump does', async () => {
    await claimFolder(core, store);
    await put(ORPHAN);
    await cleanUpImages(core, store);
    expect(await within('images')).toEqual([]);

    await name(ORPHAN);
    await rm(path.join(dataDir, 'images', ORPHAN.slice(0, 2)), { recursive: true });
    now = new Date(now.getTime() + 40 * DAY);
    expect(await cleanUpImages(core, store)).toMatchObject({ putBack: 1, forgotten: 0 });
    expect(await within('images')).toEqual([ORPHAN]);
    expect(await readFile(path.join(dataDir, 'images', '22', ORPHAN), 'utf8')).toBe('bytes');
    expect(await within('images-orphaned')).toEqual([]);
  });

  it('go for good after thirty days', async () => {
    await claimFolder(core, store);
    await put(ORPHAN);
    await cleanUpImages(core, store);
    now = new Date(now.getTime() + 30 * DAY);
    expect(await cleanUpImages(core, store)).toMatchObject({ forgotten: 0 });
    now = new Date(now.getTime() + DAY);
    expect(await cleanUpImages(core, store)).toMatchObject({ forgotten: 1 });
    expect(await within('images-orphaned')).toEqual([]);
  });

  it('may disappear, because another process tidies too', async () => {
    await claimFolder(core, store);
    const orphans = Array.from({ length: 60 }, (_, n) => `${10 + n}000000-0000-4000-8000-000000000000`);
    for (const id of orphans) await put(id);
    await Promise.all(Array.from({ length: 4 }, () => cleanUpImages(core, store)));
    expect(await within('images')).toEqual([]);
    expect(await within('images-orphaned')).toEqual(orphans);
  });
});

describe('no image is touched', () => {
  it('by a database that comes to the folder of another, nor by that other when it comes back', async () => {
    await claimFolder(core, store);
    const first = await database.db('installation').where({ key: 'databaseId' }).first();
    await name(STORED);
    await put(STORED);

    await switchDatabase();
    await claimFolder(core, store);
    await put(ORPHAN);
    expect(await cleanUpImages(core, store)).toMatchObject({ isShared: true, quarantinedCount: 0 });

    await database.wipe();
    await database.db('installation').insert({ ...first, value: JSON.stringify(first.value) });
    await claimFolder(core, store);
    expect(await cleanUpImages(core, store)).toMatchObject({ isShared: true, quarantinedCount: 0 });
    expect(await within('images')).toEqual([STORED, ORPHAN]);
    expect(await markers()).toBe(2);
  });

  it('in a folder from before the markers that holds what this database does not name, until a person says it is its own', async () => {
    await name(STORED);
    await put(STORED);
    await put(ORPHAN);
    await claimFolder(core, store);
    expect(await cleanUpImages(core, store)).toMatchObject({ isShared: true });

    await rm(path.join(dataDir, 'images', 'database-unknown'));
    await claimFolder(core, store);
    expect(await cleanUpImages(core, store)).toMatchObject({ isShared: false, quarantinedCount: 1 });
  });

  it('in a folder that nobody has claimed', async () => {
    await put(ORPHAN);
    expect(await cleanUpImages(core, store)).toMatchObject({ isShared: true, quarantinedCount: 0 });
  });
});

it('a folder from before the markers whose every image this database names is its own', async () => {
  await name(STORED);
  await put(STORED);
  await put('44444444.part');
  await claimFolder(core, store);
  await put(ORPHAN);
  expect(await cleanUpImages(core, store)).toMatchObject({ isShared: false, quarantinedCount: 2 });
});

it('many processes starting at once are one database', async () => {
  await Promise.all(Array.from({ length: 8 }, () => claimFolder(core, store)));
  expect(await markers()).toBe(1);
  expect(await cleanUpImages(core, store)).toMatchObject({ isShared: false });
});
