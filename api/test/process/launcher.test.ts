import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installation, nothingSet, root, until, untilReady } from './product.ts';
import { isLinux, kill, processesOn, remove } from './traces.ts';

const COLD_MS = 60_000;

/** The process that runs `tools/launch.mjs` under that npm: its child, or its shell's. */
function launcherUnder(npm: ChildProcess): number {
  const childrenOf = (pid: number) =>
    fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const below = childrenOf(npm.pid ?? 0);
  return (
    [...below, ...below.flatMap(childrenOf)].find((pid) =>
      fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('node\0tools/launch.mjs'),
    ) ?? 0
  );
}

describe.runIf(isLinux)('npm start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await installation();
  });
  afterAll(() => remove(dataDir));

  async function start() {
    const port = String(await freePort());
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      ...nothingSet,
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: port,
      ADMIN_EMAIL: 'ana@empresa.mx',
      ADMIN_PASSWORD: 'clave segura 1',
    };
    const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const product = { child, url: `http://127.0.0.1:${port}`, output: () => output, exited: Promise.resolve(0) };
    await untilReady(product);
    return product;
  }

  it.each([
    ['npm gets SIGTERM', (npm: ChildProcess) => process.kill(npm.pid ?? 0, 'SIGTERM')],
    ['npm is killed', (npm: ChildProcess) => kill(npm.pid)],
    ['the launcher is killed', (npm: ChildProcess) => kill(launcherUnder(npm))],
    ['the whole group gets Ctrl-C', (npm: ChildProcess) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
  ])(
    'leaves nothing running when %s',
    async (_, happen) => {
      const { child, url, output } = await start();
      await until(() => output().includes('Bitácora está lista'), output);
      happen(child);
      await until(() => processesOn(dataDir).length === 0, output);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
    COLD_MS,
  );
});
