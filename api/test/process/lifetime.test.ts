import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { describe, expect, it } from 'vitest';
import { embeddedProduct } from './embedded-product.ts';
import { launch, root, until, untilReady } from './product.ts';
import { guardianOf, isLinux, kill, postmasterOf, processesOn, sql } from './traces.ts';

/** Two starts on a machine that does other work. */
const SLOW = 120_000;

describe.runIf(isLinux)('a process on its embedded database', { timeout: SLOW }, () => {
  const { dataDir, start, running, end, rows } = embeddedProduct();

  it('starts on what uploads left that were cut short: what is old goes, the rest may be of another process', async () => {
    const uploads = path.join(dataDir(), 'uploads');
    for (const name of ['old', 'fresh']) fs.mkdirSync(path.join(uploads, name));
    const then = new Date(Date.now() - 2 * 3_600_000);
    fs.utimesSync(path.join(uploads, 'old'), then, then);
    await start();
    expect(fs.readdirSync(uploads)).toEqual(['fresh']);
    await sql(dataDir(), 'CREATE TABLE kept AS SELECT 1 AS n');
  });

  it('refuses a second start on the same folder, and the first keeps running', async () => {
    const first = await running();
    const second = await launch(dataDir());
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`Bitácora ya está en marcha sobre ${dataDir()} (proceso ${first.child.pid}, http://localhost:`);
    expect((await fetch(`${first.url}/readyz`)).ok).toBe(true);
    expect(await rows()).toBe(1);
  });

  it('hires another guardian when the first is killed', async () => {
    await running();
    const first = guardianOf(dataDir());
    kill(first);
    await until(() => ![0, first].includes(guardianOf(dataDir())));
  });

  it('recovers by itself when PostgreSQL crashes', async () => {
    const product = await running();
    const first = postmasterOf(dataDir());
    kill(first);
    await until(() => ![0, first].includes(postmasterOf(dataDir())));
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

  it('ends on Ctrl-C, which who started it passes on, with nothing left running', async () => {
    const product = await running();
    // The process gets both at once when it goes on, however busy the machine is.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) product.child.kill(signal);
    expect(await product.exited).toBe(0);
    expect(processesOn(dataDir())).toEqual([]);
  });

  it('brings the bot along where a chat is set, and takes it along at the end', async () => {
    const BOT_PORT = String(await freePort());
    const chat = { SLACK_BOT_TOKEN: 'xoxb-nobody', SLACK_SIGNING_SECRET: 'nobody', SLACK_API_URL: 'http://127.0.0.1:9/api/' };
    const product = await start({ ...chat, BOT_PORT }, { program: [path.join(root, 'tools/start.ts')] });
    const isThere = async () => (await fetch(`http://127.0.0.1:${BOT_PORT}/healthz`).catch(() => null))?.ok ?? false;
    await until(isThere, product.output);
    await end(product);
    expect(await isThere()).toBe(false);
  });
});
