import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../administration/admin.ts';
import { canDropCapabilities, withDockerCapabilities } from '../containers.ts';
import { dataFolder, launch, type Product, until, untilReady } from '../product.ts';
import { kill, postmasterOf, processesOn, remove, sql } from '../traces.ts';

const SLOW = 240_000;

describe.runIf(canDropCapabilities)("as root with Docker's default capabilities", () => {
  let dataDir: string;
  let product: Product;
  const pidFile = () => path.join(dataDir, 'pg18/data/postmaster.pid');
  const start = async () => {
    product = await launch(dataDir, {}, { through: withDockerCapabilities });
    await untilReady(product);
  };
  const end = async () => {
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
  };
  const killAll = async () => {
    kill(...processesOn(dataDir).map(({ pid }) => pid), product.child.pid);
    await until(() => processesOn(dataDir).length === 0, product.output);
  };

  beforeAll(() => {
    dataDir = dataFolder();
  });
  // What a test leaves running serves the next, unless it failed half-way.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await killAll();
  });
  afterAll(async () => {
    await killAll();
    remove(dataDir);
  });

  it('starts on an empty folder, stops, and starts again', { timeout: SLOW }, async () => {
    await start();
    await end();
    await start();
    await sql(dataDir, 'CREATE TABLE kept AS SELECT 1 AS n');
  });

  it('refuses a second start, and the first still answers', async () => {
    const second = await launch(dataDir, {}, { through: withDockerCapabilities });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Bitácora ya está en marcha sobre ${dataDir} (proceso ${product.child.pid}, http://localhost:`);
    expect((await fetch(`${product.url}/readyz`)).ok).toBe(true);
  });

  it('verifies beside the running one, which keeps its lock file and its server', { timeout: SLOW }, async () => {
    const before = fs.readFileSync(pidFile(), 'utf8');
    expect(await admin(['verify'], { DATA_DIR: dataDir }, '', withDockerCapabilities)).toMatchObject({ status: 0, err: '' });
    expect(fs.readFileSync(pidFile(), 'utf8')).toBe(before);
    expect(processesOn(dataDir).filter(({ command }) => command.includes('bin/postgres -D'))).toHaveLength(1);
    expect((await fetch(`${product.url}/readyz`)).ok).toBe(true);
  });

  it('recovers what was acknowledged after everything was killed', { timeout: SLOW }, async () => {
    await sql(dataDir, 'INSERT INTO kept VALUES (2)');
    const killed = postmasterOf(dataDir);
    await killAll();
    expect(postmasterOf(dataDir)).toBe(killed);
    await start();
    expect((await sql(dataDir, 'SELECT count(*)::int AS n FROM kept'))[0].n).toBe(2);
  });

  it('starts although the lock file of a killed server names a process of the same user by now', { timeout: SLOW }, async () => {
    const { uid } = fs.statSync(pidFile());
    await killAll();
    const other = spawn('sleep', ['600'], { uid, gid: uid, stdio: 'ignore' });
    fs.writeFileSync(pidFile(), fs.readFileSync(pidFile(), 'utf8').replace(/^\d+/, String(other.pid)));
    await start();
    expect(postmasterOf(dataDir)).not.toBe(other.pid);
    await end();
    kill(other.pid);
  });
});
