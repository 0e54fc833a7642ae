import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '@bitacora/core/embedded-postgres/free-port';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, installation, launch, type Product, root, until, untilReady } from './product.ts';
import { guardianOf, isLinux, kill, postmasterOf, processesOn, remove, sql } from './traces.ts';

/** Two starts, and two clusters at once, on a machine that does other work. */
const SLOW = 120_000;

// One cluster for all, and one start for the tests that leave it running: the next finds what the one before left.
describe.runIf(isLinux)('a process on its embedded database', { timeout: SLOW }, () => {
  let dataDir: string;
  let product: Product;

  const start = async () => {
    product = await launch(dataDir);
    await untilReady(product);
  };
  /** Starts it unless the test before left it running. */
  const running = async () => {
    if (product?.child.exitCode !== null || product.child.signalCode !== null) await start();
  };
  const stopped = () => until(() => processesOn(dataDir).length === 0, product.output);
  const end = async () => {
    product.child.kill('SIGTERM');
    expect(await product.exited).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
  };
  const rows = async () => (await sql(dataDir, 'SELECT count(*)::int AS n FROM kept'))[0].n;

  beforeAll(async () => {
    dataDir = await installation();
  });
  const killAll = async () => {
    kill(product.child.pid, ...processesOn(dataDir).map(({ pid }) => pid));
    await product.exited;
    await stopped();
  };
  // One that failed half-way leaves its processes: the next would find the folder taken.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await killAll();
  });
  afterAll(async () => {
    await killAll();
    remove(dataDir);
  });

  it('starts on what uploads left that were cut short: what is old goes, the rest may be of another process', async () => {
    const uploads = path.join(dataDir, 'uploads');
    for (const name of ['old', 'fresh']) fs.mkdirSync(path.join(uploads, name));
    const then = new Date(Date.now() - 2 * 3_600_000);
    fs.utimesSync(path.join(uploads, 'old'), then, then);
    await start();
    expect(fs.readdirSync(uploads)).toEqual(['fresh']);
    await sql(dataDir, 'CREATE TABLE kept AS SELECT 1 AS n');
  });

  it('refuses a second start on the same folder, and the first keeps running', async () => {
    await running();
    const second = await launch(dataDir);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Bitácora ya está en marcha sobre ${dataDir} (proceso ${product.child.pid}, http://localhost:`);
    expect((await fetch(`${product.url}/readyz`)).ok).toBe(true);
    expect(await rows()).toBe(1);
  });

  it('hires another guardian when the first is killed', async () => {
    await running();
    const first = guardianOf(dataDir);
    kill(first);
    await until(() => ![0, first].includes(guardianOf(dataDir)));
  });

  it('recovers by itself when PostgreSQL crashes', async () => {
    await running();
    const first = postmasterOf(dataDir);
    kill(first);
    await until(() => ![0, first].includes(postmasterOf(dataDir)));
    // `/readyz` may repeat an answer from before the crash.
    await until(
      () =>
        rows().then(
          (count) => count === 1,
          () => false,
        ),
      product.output,
    );
    await untilReady(product);
  });

  it('ends on Ctrl-C, pressed twice, with nothing left running', async () => {
    await running();
    product.child.kill('SIGINT');
    product.child.kill('SIGINT');
    expect(await product.exited).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
  });

  it('takes PostgreSQL along when it is killed', async () => {
    await start();
    kill(product.child.pid);
    await product.exited;
    await stopped();
  });

  it('keeps what was acknowledged when everything is killed at once', async () => {
    await start();
    await sql(dataDir, 'INSERT INTO kept VALUES (2)');
    kill(...processesOn(dataDir).map(({ pid }) => pid), product.child.pid);
    await product.exited;
    await stopped();
    await start();
    expect(await rows()).toBe(2);
  });

  it('reuses a PostgreSQL whose parents were killed, and stops it at the end', async () => {
    await running();
    const orphan = postmasterOf(dataDir);
    const parents = [product.child.pid as number, guardianOf(dataDir)];
    // Stopped, so that neither acts upon the end of the other.
    for (const pid of parents) process.kill(pid, 'SIGSTOP');
    kill(...parents);
    await product.exited;
    await start();
    expect(postmasterOf(dataDir)).toBe(orphan);
    await end();
  });

  it('brings the bot along where a chat is set, and takes it along at the end', async () => {
    const BOT_PORT = String(await freePort());
    const chat = { SLACK_BOT_TOKEN: 'xoxb-nobody', SLACK_SIGNING_SECRET: 'nobody', SLACK_API_URL: 'http://127.0.0.1:9/api/' };
    product = await launch(dataDir, { ...chat, BOT_PORT }, { program: [path.join(root, 'tools/start.ts')] });
    const isThere = async () => (await fetch(`http://127.0.0.1:${BOT_PORT}/healthz`).catch(() => null))?.ok ?? false;
    await until(isThere, product.output);
    await end();
    expect(await isThere()).toBe(false);
  });

  it('of two that start at once on an empty folder one lives', async () => {
    const empty = dataFolder();
    const both = await Promise.all([launch(empty), launch(empty)]);
    const loser = await Promise.race(both.map(async (one) => ({ one, code: await one.exited })));
    expect(loser.code).toBe(1);
    expect(loser.one.output()).toContain('ya está en marcha');
    const winner = both.find((one) => one !== loser.one) as Product;
    await untilReady(winner);
    winner.child.kill('SIGTERM');
    expect(await winner.exited).toBe(0);
    expect(processesOn(empty)).toEqual([]);
    remove(empty);
  });
});
