import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { connect, createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { administer } from '../src/administration/administer.ts';
import { firstStart } from '../src/first-start.ts';
import { claimFolder } from '../src/images/claim-folder.ts';
import { openStore } from '../src/images/open-store.ts';
import { readSettings } from '../src/settings.ts';
import { bucket } from './bucket.ts';

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
  const log = { info: () => {}, warn: () => {} };
  await firstStart({ core, store, log, settings: { wantsDemo: true, admin: undefined } });
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
  const exit = await administer(typed, { stdin: Readable.from([]), stdout, stderr, now: clock, settings, place });
  return { exit, said: `${stdout.read() ?? ''}${stderr.read() ?? ''}` };
}

it('a company whose images are in a bucket is backed up, put back into another one, and every image is what it was', async () => {
  const [here, there] = [service.url, service.url.replace('/pruebas', '/otra')];
  expect(await admin(here, 'backup', '--output', 'respaldo')).toMatchObject({ exit: 0, said: expect.stringMatching(/\d+ imágenes/) });
  expect(await admin(there, 'verify')).toMatchObject({ exit: 1 });

  expect(await admin(there, 'restore', '--from', 'respaldo', '--replace', '--yes')).toMatchObject({ exit: 0 });
  expect(await admin(there, 'verify')).toMatchObject({ exit: 0 });

  const db = connect(url);
  const { id } = await db('images').first('id');
  await db.destroy();
  const store = await openStore({ storageUrl: there, dataDir: folder });
  await store.put(id, Buffer.from('another picture'));
  expect(await admin(there, 'verify')).toMatchObject({ exit: 1, said: expect.stringContaining(id) });
}, 60_000);
