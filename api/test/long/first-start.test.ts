import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { repositoriesOn } from '@bitacora/core/server';
import { StartProblem } from '@bitacora/core/settings/environment';
import { proven } from '@bitacora/core/use-cases/account/log-in';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { firstStart, offerFirstRun } from '../../src/startup/first-start.ts';
import { fileStore, thumbnailName } from '../../src/storage/image-store.ts';

const zone = 'America/Mexico_City';
const registered = { isDemo: true };
const SLOW = 60_000;

let database: TestDatabase;
let folder: string;
const log = { info: vi.fn() };

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  vi.clearAllMocks();
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-first-start-'));
  return () => rm(folder, { recursive: true });
});
afterAll(() => database.close());

const repos = () => repositoriesOn(database.db, zone);
const peopleCount = async () => (await database.db('users').select('id')).length;
const filesStored = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

async function start(settings: Partial<Parameters<typeof firstStart>[0]['settings']>, changes: object = {}) {
  const store = { ...(await fileStore(folder)), ...changes };
  const core = { db: database.db, clock: () => new Date(), zone };
  return firstStart({ core, store, log, settings: { wantsDemo: false, admin: undefined, isProduction: true, ...settings } });
}

it(
  'loads the demo company once, however many start, with images that decode',
  async () => {
    const started = await Promise.all([start({ wantsDemo: true }), start({ wantsDemo: true })]);
    expect(started).toEqual([registered, registered]);
    expect(await peopleCount()).toBe(40);

    const images = await database.db('images');
    expect(await filesStored()).toBe(images.length * 2);
    const store = await fileStore(folder);
    const different = [...new Map(images.map((image) => [image.sha256, image])).values()];
    expect(different).toHaveLength(12);
    for (const { id, width, height, sizeBytes, pages } of different) {
      const [bytes, thumbnail] = await Promise.all(
        [id, thumbnailName(id)].map(async (name) =>
          buffer((await store.open(name)) as NonNullable<Awaited<ReturnType<typeof store.open>>>),
        ),
      );
      expect(bytes).toHaveLength(sizeBytes);
      if (pages) {
        expect(bytes?.toString('latin1', 0, 5)).toBe('%PDF-');
        expect((await sizeOf(thumbnail)).height).toBe(640);
        continue;
      }
      expect((await sharp(bytes).raw().toBuffer({ resolveWithObject: true })).info).toMatchObject({ width, height });
      expect(Math.max(...Object.values(await sizeOf(thumbnail)))).toBe(320);
    }

    log.info.mockClear();
    expect(await start({ wantsDemo: true })).toEqual(registered);
    expect(log.info).not.toHaveBeenCalled();
  },
  SLOW,
);

async function sizeOf(bytes: Buffer | undefined) {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

it(
  'leaves neither rows nor files when the load fails',
  async () => {
    let puts = 0;
    const { put } = await fileStore(folder);
    const full = async (name: string, bytes: Buffer) => {
      puts += 1;
      if (puts > 40) throw new Error('disk full');
      await put(name, bytes);
    };
    await expect(start({ wantsDemo: true }, { put: full })).rejects.toThrow('disk full');
    expect(await filesStored()).toBe(0);
    expect(await peopleCount()).toBe(0);
  },
  SLOW,
);

it('creates the first administrator where no demo is wanted, who can log in at once', async () => {
  expect(await start({ admin: { email: 'ana@empresa.mx', password: 'segura 2026' } })).toEqual({ ...registered, isDemo: false });
  const account = await repos().users.readCredentials('ana@empresa.mx');
  expect(await proven(account, 'segura 2026')).toMatchObject({ kind: 'Desarrollador', isActive: true });
  await start({ admin: { email: 'otra@empresa.mx', password: 'segura 2026' } });
  expect(await peopleCount()).toBe(1);
});

it('refuses an administrator whose password nobody could set, with a sentence that names it', async () => {
  const starting = start({ admin: { email: 'ana@empresa.mx', password: 'corta' } });
  await expect(starting).rejects.toBeInstanceOf(StartProblem);
  await expect(starting).rejects.toThrow('ADMIN_PASSWORD');
  expect(await peopleCount()).toBe(0);
});

it('leaves an empty database empty without demo and without administrator, with a code of which only the hash is stored', async () => {
  expect(await start({})).toEqual({ isDemo: false });
  expect(await database.db('installation').where({ key: 'firstRunCodes' })).toEqual([]);
  const firstRunCode = await offerFirstRun({ db: database.db, zone, clock: () => new Date() });
  expect(firstRunCode).toMatch(/^([A-Z2-9]{5}-){3}[A-Z2-9]{5}$/);
  expect(await peopleCount()).toBe(0);
  const stored = JSON.stringify(await database.db('installation'));
  expect(stored).not.toContain(firstRunCode);
  expect(stored).not.toContain(firstRunCode?.replaceAll('-', ''));
});
