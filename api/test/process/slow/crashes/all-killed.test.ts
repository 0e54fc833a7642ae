import { describe, expect, it } from 'vitest';
import { embeddedProduct } from '../../embedded-product.ts';
import { dataFolder, launch, type Product, untilReady } from '../../product.ts';
import { guardianOf, isLinux, kill, postmasterOf, processesOn, remove, sql } from '../../traces.ts';

/** Two starts, and two clusters at once, on a machine that does other work. */
const SLOW = 120_000;

describe.runIf(isLinux)('a product on its embedded database', { timeout: SLOW }, () => {
  const { dataDir, start, stopped, killAll, end, rows } = embeddedProduct();

  it('takes PostgreSQL along when it is killed', async () => {
    const product = await start();
    await sql(dataDir(), 'CREATE TABLE kept AS SELECT 1 AS n');
    kill(product.child.pid);
    await product.exited;
    await stopped();
  });

  it('keeps what was acknowledged when everything is killed at once', async () => {
    await start();
    await sql(dataDir(), 'INSERT INTO kept VALUES (2)');
    await killAll();
    await start();
    expect(await rows()).toBe(2);
    await killAll();
  });

  it('reuses a PostgreSQL whose parents were killed, and stops it at the end', async () => {
    const first = await start();
    const orphan = postmasterOf(dataDir());
    const parents = [first.child.pid as number, guardianOf(dataDir())];
    // Stopped, so that neither acts upon the end of the other.
    for (const pid of parents) process.kill(pid, 'SIGSTOP');
    kill(...parents);
    await first.exited;
    const second = await start();
    expect(postmasterOf(dataDir())).toBe(orphan);
    await end(second);
  });

  it('one lives of two that start at once on an empty folder', async () => {
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
