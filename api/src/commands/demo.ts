import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findCluster } from '@bitacora/core/embedded-postgres/cluster';
import { isMigrated, repositoriesOn } from '@bitacora/core/server';
import { type Exit, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { administration as texts } from '../messages/administration.ts';
import { names, readSettings } from '../settings/settings.ts';
import { type AdminCall, type AdminCommand, onDatabase, text } from './command.ts';

const PORT = '3100';
const root = path.resolve(import.meta.dirname, '../../..');
const program = path.join(root, 'api/src/main.ts');

/** Resolves links, also for a folder that does not exist yet. */
function realPath(folder: string): string {
  const parent = path.dirname(folder);
  if (existsSync(folder)) return realpathSync(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}

const contains = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}${path.sep}`);

/** Makes the demo's own environment. It has no setting of the real installation, so that no mail leaves and its database is never opened. */
function demoEnvironment({ env }: AdminCall, folder: string, port: string) {
  const nothing = Object.keys(names).flatMap((name) => [
    [name, ''],
    [`${name}_FILE`, ''],
  ]);
  const own = { DATA_DIR: folder, PORT: port, HOST: '127.0.0.1', DEMO: 'true', BUSINESS_TZ: env.BUSINESS_TZ };
  return { ...env, ...Object.fromEntries(nothing), NODE_ENV: 'development', ...own };
}

/** Refuses the folder of a real installation, and one with other contents than a demo. */
async function demandDemoFolder(call: AdminCall, folder: string, demoEnv: Record<string, string | undefined>): Promise<void> {
  const [theirs, ours] = [realPath(call.settings.dataDir), realPath(folder)];
  if (contains(theirs, ours) || contains(ours, theirs)) throw new Stopped(exits.refused, texts.demoInReal(folder, theirs));
  if (!findCluster(folder)) {
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new Stopped(exits.refused, texts.notEmpty(folder));
    return;
  }
  await onDatabase({ ...call, settings: readSettings(demoEnv) }, { isAlone: true }, async ({ db, zone }) => {
    if (!(await isMigrated(db))) return;
    const { users, installation } = repositoriesOn(db, zone);
    if (!(await users.isEmpty()) && !(await installation.isDemo())) throw new Stopped(exits.refused, texts.demoInCompany(folder));
  });
}

async function serve(child: ChildProcess): Promise<Exit> {
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? exits.refused));
  });
  for (const signal of signals) process.off(signal, pass);
  return code === 0 ? exits.done : exits.refused;
}

/** Serves the demo company from a folder, a database and a port of its own, until it is stopped. A folder that is empty gets the demo first. */
export const demo: AdminCommand = {
  options: { port: text },
  words: ['CARPETA'],
  async run(call) {
    const port = String(call.typed.port ?? PORT);
    if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) throw new Stopped(exits.usage, texts.wrongPort, texts.seeHelp);
    if (Number(port) === call.settings.port) throw new Stopped(exits.refused, texts.samePort(port));
    const folder = call.place(call.words[0] ?? '');
    const env = demoEnvironment(call, folder, port);
    await demandDemoFolder(call, folder, env);
    // Checked here because the product's error would name DATA_DIR, which nobody set.
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!existsSync(path.join(root, 'web/dist/index.html'))) call.report(texts.demoWithoutWeb);
    call.report(texts.demoStarts(folder, port));
    const exit = await serve(spawn(process.execPath, [program], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
    return { lines: exit === exits.done ? [texts.demoStopped(folder)] : [], value: { folder, url: `http://localhost:${port}` }, exit };
  },
};
