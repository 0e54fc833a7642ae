import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { administer } from '../src/commands/administer.ts';
import { readSettings } from '../src/settings/settings.ts';
import { thumbnailName } from '../src/storage/image-store.ts';
import { claimFolder, openStore } from '../src/storage/open-store.ts';
import { bucket } from './bucket.ts';
import { aPng } from './pictures.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const zone = 'America/Mexico_City';
const clock = () => new Date();
let folder: string;
let service: Awaited<ReturnType<typeof bucket>>;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-bucket-test-'));
  service = await bucket();
  const database = await testDatabase();
  url = database.url;
  const core = createCore({ db: database.db, clock, zone, secret: 'a secret only tests know, thirty-two or more' });
  const store = await openStore({ storageUrl: service.url, dataDir: folder });
  await claimFolder(core, store);
  const activity = await given(database.db).activity();
  const bytes = Buffer.from(await aPng());
  await database.db('images').insert({
    id: ID,
    activityId: activity.id,
    uploadedById: activity.ownerId,
    name: 'a.png',
    mediaType: 'image/png',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    width: 24,
    height: 16,
    position: 0,
    uploadedAt: clock(),
  });
  for (const name of [ID, thumbnailName(ID)]) await store.put(name, bytes);
  await database.close();
}, 60_000);
afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function admin(storageUrl: string, ...typed: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const settings = () => readSettings({ DATABASE_URL: url, DATA_DIR: folder, STORAGE_URL: storageUrl });
  const place = (name: string) => path.join(folder, name);
  const exit = await administer(typed, { stdin: Readable.from([]), stdout, stderr, now: clock, settings, env: {}, fileNames: [], place });
  return { exit, output: `${stdout.read() ?? ''}${stderr.read() ?? ''}` };
}

/** What `verify` finds wrong with the images of that bucket. */
async function wrongImages(storageUrl: string): Promise<string[]> {
  const { output } = await admin(storageUrl, 'verify', '--json');
  const { checked } = JSON.parse(output) as { checked: { name: string; count: number; findings: string[] }[] };
  const images = checked.find(({ name }) => name === 'images');
  expect(images?.count).toBe(1);
  return images?.findings ?? [];
}

it('a company whose images are in a bucket is backed up, put back into another one, and every image is what it was', async () => {
  const [here, there] = [service.url, service.url.replace('/pruebas', '/otra')];
  expect(await admin(here, 'backup', '--output', 'respaldo')).toMatchObject({ exit: 0, output: expect.stringMatching(/ 1 im[aá]gen/) });
  expect(await wrongImages(here)).toEqual([]);
  expect(await wrongImages(there)).toEqual([expect.stringContaining(ID)]);

  expect(await admin(there, 'restore', '--from', 'respaldo', '--replace', '--yes')).toMatchObject({ exit: 0 });
  expect(await wrongImages(there)).toEqual([]);

  const store = await openStore({ storageUrl: there, dataDir: folder });
  await store.put(ID, Buffer.from('another picture'));
  expect(await wrongImages(there)).toEqual([expect.stringContaining(ID)]);
}, 60_000);
