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
    expect(readdirSync(path.join(dataDir, 'images'))).toEqual([expect.stringMatching(/^database-[0-9a-f-]{36}$/)]);
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
  },
);
