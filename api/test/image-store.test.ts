import fs, { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileStore } from '../src/storage/image-store.ts';

const ID = '11111111-1111-4111-8111-111111111111';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-images-'));
  return () => rm(folder, { recursive: true });
});

/** The disk, which a test may fill. */
const disk = { isFull: false, onStat: async (_place: string) => {} };
const real = { stat: fs.stat, open: fs.open };
beforeEach(() => {
  disk.isFull = false;
  disk.onStat = async () => {};
  fs.stat = (async (place: string) => {
    await disk.onStat(place);
    return real.stat(place);
  }) as typeof fs.stat;
  fs.open = async (...args) => {
    const file = await real.open(...args);
    if (disk.isFull)
      file.sync = async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      };
    return file;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  };
});

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

it('leaves nothing of an image that the disk had no room for', async () => {
  const store = await fileStore(folder);
  disk.isFull = true;
  await expect(store.put(ID, Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await files()).toEqual([]);
});

it('lists what is there, past a file that vanishes while it looks', async () => {
  const store = await fileStore(folder);
  const [gone, there] = [`${ID}.part`, ID];
  for (const name of [gone, there]) await writeFile(path.join(await shelf(), name), 'bytes');
  disk.onStat = async (place) => {
    if (place.endsWith('.part')) await rm(place, { force: true });
  };
  const names: string[] = [];
  for await (const name of store.listOlderThan(-1000)) names.push(name);
  expect(names).toEqual([there]);
});

async function shelf(): Promise<string> {
  const place = path.join(folder, ID.slice(0, 2));
  await mkdir(place, { recursive: true });
  return place;
}

it.skipIf(process.platform === 'win32')('is closed to the other users of the computer, also when the folder existed before', async () => {
  const images = path.join(folder, 'images');
  await mkdir(images, { mode: 0o755 });
  const store = await fileStore(images);
  await store.put(ID, Buffer.from('bytes'));
  await store.claims.add('x');
  const modeOf = async (...place: string[]) => ((await stat(path.join(images, ...place))).mode & 0o777).toString(8);
  expect(await modeOf()).toBe('700');
  expect(await modeOf('11')).toBe('700');
  expect(await modeOf('11', ID)).toBe('600');
  expect(await modeOf('database-x')).toBe('600');

  await store.quarantine.add(ID, new Date('2026-11-20T15:00:00Z'));
  expect(await modeOf('../images-orphaned')).toBe('700');
  expect(await modeOf('../images-orphaned/2026-11-20')).toBe('700');
  expect(await modeOf('../images-orphaned/2026-11-20', ID)).toBe('600');
});
