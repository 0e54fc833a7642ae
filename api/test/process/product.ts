import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { names } from '../../src/settings/settings.ts';
import { copyOf } from './copy-of.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
const MAIN = path.join(root, 'api/src/main.ts');
/** Empty means unset: a developer's own .env has no say here. */
export const nothingSet = Object.fromEntries(Object.keys(names).map((name) => [name, '']));
/** What a process of ours needs of this one. With the cache it starts in half the time; the launcher limits the arenas. */
export function ofNode(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '', MALLOC_ARENA_MAX = '2' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX };
}
const PATIENCE_MS = 90_000;
/** Looking at all processes takes some milliseconds of processor. */
const POLL_MS = 60;
/** Loading the demo takes most of it on a busy machine. */
const DEMO_PATIENCE_MS = 100_000;

export type Product = {
  child: ChildProcess;
  url: string;
  /** Everything it printed so far. */
  output: () => string;
  exited: Promise<number | NodeJS.Signals>;
};

/** A folder for one test's data, which any user can reach. */
export function dataFolder(mode = 0o755): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-process-'));
  fs.chmodSync(folder, mode);
  return folder;
}

/** A data folder as a first start left it, with its first person or the demo company. */
export const installation = ({ isDemo = false } = {}): Promise<string> =>
  copyOf(isDemo ? 'demo' : 'installation', async (folder) => {
    const product = await launch(folder, isDemo ? { DEMO: 'true' } : {});
    await untilReady(product, DEMO_PATIENCE_MS);
    product.child.kill('SIGTERM');
    await product.exited;
  });

/** Without the demo an empty database needs its first person. */
export const FIRST_PERSON = { DEMO: 'false', ADMIN_EMAIL: 'primera@empresa.mx', ADMIN_PASSWORD: 'segura 2026' };

/** The real program in a process of its own, on a free port. `as` is the user that runs it; `through` a command that runs it. */
export async function launch(
  dataDir: string,
  env: Record<string, string> = {},
  { program = [MAIN], as, through = [] }: { program?: string[]; as?: number; through?: readonly string[] } = {},
) {
  const port = env.PORT ?? String(await freePort());
  const user = as === undefined ? {} : { uid: as, gid: as };
  const all = { ...nothingSet, ...ofNode(), ...(env.DEMO ? {} : FIRST_PERSON), DATA_DIR: dataDir, PORT: port, ...env };
  const [command = '', ...words] = [...through, process.execPath, ...program];
  const child = spawn(command, words, { cwd: root, env: all, stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const exited = new Promise<number | NodeJS.Signals>((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 1)));
  return { child, url: `http://127.0.0.1:${port}`, output: () => output, exited } satisfies Product;
}

/** How long it took until it says that it is ready, in milliseconds. */
export async function untilReady({ url, child, output }: Product, patienceMs = PATIENCE_MS): Promise<number> {
  const start = performance.now();
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`It ended:\n${output()}`);
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;
    },
    output,
    patienceMs,
  );
  return performance.now() - start;
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  output: () => string = () => '',
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const limit = Date.now() + patienceMs; !(await isSo()); await pause(POLL_MS)) {
    if (Date.now() > limit) throw new Error(`Waited in vain.\n${output()}`);
  }
}
