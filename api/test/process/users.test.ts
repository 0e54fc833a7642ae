import fs from 'node:fs';
import path from 'node:path';
import { isReachableBy } from '@bitacora/core/embedded-postgres/home';
import { describe, expect, it } from 'vitest';
import { dataFolder, launch, root, untilReady } from './product.ts';
import { isRoot, processesOn, remove } from './traces.ts';

const ORDINARY = 65534;

async function startAndStop(dataDir: string, as?: number) {
  const product = await launch(dataDir, {}, { as });
  await untilReady(product);
  product.child.kill('SIGTERM');
  expect(await product.exited).toBe(0);
  expect(processesOn(dataDir)).toEqual([]);
  return product.said();
}

describe.runIf(isRoot)('as root', () => {
  it('runs under a folder that nobody else may enter, and says where the database lives', async () => {
    const secluded = dataFolder(0o700);
    const dataDir = path.join(secluded, 'data');
    expect(await startAndStop(dataDir)).toContain('La base de datos vive en /var/lib/bitacora/pg18-');
    expect(fs.lstatSync(path.join(dataDir, 'pg18')).isSymbolicLink()).toBe(true);
    await startAndStop(dataDir);
    expect(fs.statSync(path.join(dataDir, 'pg18/data/bitacora.password')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);

    fs.rmSync(fs.realpathSync(path.join(dataDir, 'pg18')), { recursive: true });
    const again = await launch(dataDir);
    expect(await again.exited).toBe(1);
    expect(again.said()).toContain('ya no existe. Recupera esa carpeta, o borra el enlace');
    remove(secluded);
  });
});

describe.runIf(isRoot && isReachableBy(ORDINARY, root))('as an ordinary user', () => {
  it('runs in a folder of theirs', async () => {
    const dataDir = dataFolder(0o700);
    fs.chownSync(dataDir, ORDINARY, ORDINARY);
    await startAndStop(dataDir, ORDINARY);
    await startAndStop(dataDir, ORDINARY);
    expect(fs.statSync(path.join(dataDir, 'pg18/data')).uid).toBe(ORDINARY);
    remove(dataDir);
  });
});
