/**
 * `npm start` runs `node tools/launch.mjs start`, which works on any Node from 20.19 on with npm alone. It installs what is missing, then
 * runs `tools/start.ts` on the Node that the lockfile pins, and ends together with it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const POLL_MS = 500;
/** A child whose event loop stands still does not end by itself (`core/src/processes/shutdown.ts`): it is killed after this time. */
const STOP_MS = 19_000;
/** What a terminal and npm send together is one signal. A second one leaves the child this long. */
const ONE_SIGNAL_MS = 400;
const GRACE_MS = 500;

/**
 * Under npm, calls back once when npm ends without a signal to us, because it signals only the shell between it and us.
 * @param {() => void} callback
 */
function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const line = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === line) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/** Returns the parent process, and npm above it when the parent is npm's shell (known on Linux only). */
function ancestors() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return `${parent}`;
  try {
    const [, name = '', above = ''] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /sh$/.test(name) ? `${parent} ${above}` : `${parent}`;
  } catch {
    return 'gone';
  }
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [name = '', ...rest] = process.argv.slice(2);
const program = path.join(root, 'tools', `${name}.ts`);
/** Node caches compiled sources here, which halves the time of the next start. Where it cannot write it works without a cache. */
const NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/node');
/** glibc gives each thread an arena of its own and does not return what photos took: 80 MB of a busy server (docs/performance.md). */
const MALLOC_ARENA_MAX = '2';
const pinned = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (!/^[a-z-]+(\/[a-z-]+)?$/.test(name) || !existsSync(program)) {
  console.error(`No existe la orden «${name}». Prueba con: npm start, npm test, npm run dev o npm run check.`);
  process.exit(2);
}
if (!install(root)) process.exit(1);
run(existsSync(pinned) ? pinned : process.execPath);

/** @param {string} node */
function run(node) {
  if (node === process.execPath && !stripsTypes()) {
    console.error(`Falta el Node incluido y el tuyo (${process.version}) es anterior a 22.18. Borra node_modules y vuelve a intentarlo.`);
    process.exit(1);
  }
  // Over the channel the child notices when this process dies, however that happens.
  const env = { NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, ...process.env };
  const child = spawn(node, [program, ...rest], { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let isRunning = false;
  child.on('spawn', () => {
    isRunning = true;
  });
  child.on('error', (error) => {
    if (!isRunning && node !== process.execPath) return run(process.execPath); // a binary for another libc
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  /** @param {number} ms */
  const killAfter = (ms) => setTimeout(() => child.kill('SIGKILL'), ms);
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  child.on('message', (message) => {
    const { endsWithinMs } = /** @type {{ endsWithinMs?: number }} */ (message);
    if (endsWithinMs === undefined) return;
    clearTimeout(limit);
    limit = killAfter(endsWithinMs + GRACE_MS);
  });
  let signaledAt = 0;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    child.kill(signal);
    limit ??= killAfter(STOP_MS);
    signaledAt ||= performance.now();
    if (performance.now() - signaledAt > ONE_SIGNAL_MS) killAfter(GRACE_MS);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, pass);
  onOrphaned(() => pass('SIGTERM'));
}

function stripsTypes() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}
