import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { DOCUMENT_TYPE } from '@bitacora/core/domain/activities/activity';
import { createCore } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../core/test/database.ts';
import { given } from '../../core/test/factories.ts';
import { administer } from '../src/commands/administer.ts';
import { readSettings } from '../src/settings/settings.ts';
import { thumbnailName } from '../src/storage/image-store.ts';
import { claimFolder, openStore } from '../src/storage/open-store.ts';
import { bucket } from './bucket.ts';
import { aPdf } from './pdfs.ts';
import { aPng } from './pictures.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const DOCUMENT_ID = '22222222-2222-4222-8222-222222222222';
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
  const keep = async (id: string, file: Buffer, facts: object) => {
    const sha256 = createHash('sha256').update(file).digest('hex');
    const filed = { activityId: activity.id, uploadedById: activity.ownerId, position: 0, uploadedAt: clock() };
    await database.db('images').insert({ id, ...filed, sha256, sizeBytes: file.length, ...facts });
    await store.put(id, file);
    await store.put(thumbnailName(id), bytes);
  };
  await keep(ID, bytes, { name: 'a.png', mediaType: 'image/png', width: 24, height: 16 });
  await keep(DOCUMENT_ID, aPdf(), { name: 'acta.pdf', mediaType: DOCUMENT_TYPE, pages: 1 });
  await database.close();
});
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
  expect(images?.count).toBe(2);
  return images?.findings ?? [];
}

it('a company whose files are in a bucket is backed up, put back into another one, and every file is what it was', async () => {
  const [here, there] = [service.url, service.url.replace('/pruebas', '/otra')];
  expect(await admin(here, 'backup', '--output', 'respaldo')).toMatchObject({ exit: 0, output: expect.stringContaining(' 2 archivos') });
  expect(await wrongImages(here)).toEqual([]);
  const lost = await wrongImages(there);
  expect(lost.sort()).toEqual([`Falta el archivo de la imagen ${ID}.`, `Falta el archivo del documento ${DOCUMENT_ID}.`]);

  expect(await admin(there, 'restore', '--from', 'respaldo', '--replace', '--yes')).toMatchObject({ exit: 0 });
  expect(await wrongImages(there)).toEqual([]);

  const store = await openStore({ storageUrl: there, dataDir: folder });
  await store.put(DOCUMENT_ID, Buffer.from('another document'));
  expect(await wrongImages(there)).toEqual([`El archivo del documento ${DOCUMENT_ID} no es el que se guardó (SHA-256).`]);
});
