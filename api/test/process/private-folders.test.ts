import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OutsidePostgres, outsidePostgres } from './outside-postgres.ts';
import { dataFolder, launch, untilReady } from './product.ts';
import { isLinux, remove } from './traces.ts';

let postgres: OutsidePostgres;
let dataDir: string;
beforeAll(async () => {
  postgres = await outsidePostgres();
  dataDir = dataFolder();
});
afterAll(async () => {
  await postgres.close();
  remove(dataDir);
});

const modeOf = (name: string) => (statSync(path.join(dataDir, name)).mode & 0o777).toString(8);

/** What stands open to other users in a folder, however deep. */
const openEntries = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .filter((name) => statSync(path.join(folder, name)).mode & 0o077);

it.runIf(isLinux)(
  'closes evidence and uploads to other users, not the way to the database, and claims its images before any is stored',
  async () => {
    mkdirSync(path.join(dataDir, 'uploads'), { mode: 0o755 });
    const product = await launch(dataDir, postgres.settings);
    await untilReady(product);
    expect({ images: modeOf('images'), uploads: modeOf('uploads'), itself: modeOf('.') }).toEqual({
      images: '700',
      uploads: '700',
      itself: '755',
    });
    expect(openEntries(dataDir)).toEqual([]);
    expect(readdirSync(path.join(dataDir, 'images'))).toEqual([expect.stringMatching(/^database-[0-9a-f-]{36}$/)]);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
  },
);

it.runIf(isLinux)(
  'with its own database leaves nothing open to other users, nor what Node compiled or an earlier version left open',
  async () => {
    const [folder, cache] = [dataFolder(), dataFolder()];
    mkdirSync(path.join(folder, 'pg18'), { mode: 0o755 });
    const product = await launch(folder, { NODE_COMPILE_CACHE: cache });
    await untilReady(product);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['compile-cache', 'images', 'pg18', 'session-secret', 'uploads']));
    expect(openEntries(folder)).toEqual([]);
    for (const one of [folder, cache]) remove(one);
  },
);
