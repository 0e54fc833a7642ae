/**
 * A small process of its own that owns PostgreSQL, so that nothing stays behind however the main process ends. When
 * the channel to it closes, it shuts PostgreSQL down cleanly. While the main process lives, a crashed server is started again on
 * the same port. It holds the lock of the data folder for life, and so does every PostgreSQL process that it starts. Started by
 * `guard.ts`; ended only by that channel.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { BEAT_MS, beat, endHeartbeat, lockDataFolder, readHeartbeat, takeHeartbeat } from './data-folder-lock.ts';
import { CLAIMED, type GuardianReport, LEAVE, type Watch } from './guard.ts';
import { environment, freePort, isAlive, type Postmaster, readPostmaster, settledPostmaster, unrelatedPid } from './postmaster.ts';

const POLL_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const PATIENCE_MS = 20_000;
/** An instance that is stopping keeps the data folder for a moment. */
const LOCK_PATIENCE_MS = 10_000;
const LOCK_POLL_MS = 200;

const isWindows = process.platform === 'win32';
let watched = 0;
let lock: number | null = null;
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the main process decides
const watch: Watch = JSON.parse(process.argv[2] ?? '');
let isOurs = watch.isClaimed;
process.on('message', (message) => {
  if (message === CLAIMED) isOurs = true;
  if (message === LEAVE) process.exit(0);
});
process.on('disconnect', () => void end(watch));
setInterval(() => keepFolder(watch), BEAT_MS);
if (!process.connected) await end(watch); // it died while this process was starting
await keepRunning(watch);

async function keepRunning(watch: Watch) {
  let { port } = watch;
  for (let failures = 0; !isEnding; ) {
    const running = await settledPostmaster(watch.data).catch((problem: Error) => problem);
    if (running instanceof Error) {
      report({ failed: running.message });
    } else if (running) {
      watched = running.pid;
      port = running.port;
      failures = 0;
      report({ ready: port });
      while (isAlive(watched)) await pause(POLL_MS);
      continue;
    } else {
      const refusal = await takeFolder(watch).catch(({ message }: Error) => message);
      if (isEnding) return;
      if (!refusal) {
        if (await start(watch, port || (await freePort()))) continue;
        report({ failed: lastLines(watch.logFile) });
      } else if (!readPostmaster(watch.data)) report({ refused: refusal });
    }
    await pause(Math.min(POLL_MS * 2 ** failures++, LONGEST_PAUSE_MS));
  }
}

/** Takes lock and heartbeat of the data folder, or answers why not. Gives up early when the server of another process can be seen. */
async function takeFolder({ dataDir, data }: Watch): Promise<string | null> {
  for (const limit = performance.now() + LOCK_PATIENCE_MS; lock === null; await pause(LOCK_POLL_MS)) {
    lock = lockDataFolder(dataDir);
    if (lock === null && (performance.now() > limit || readPostmaster(data))) return texts.inUse(dataDir, readHeartbeat(dataDir)?.host);
    if (lock !== null) break;
  }
  const other = await takeHeartbeat(dataDir, ({ host }, ms) => report({ notice: texts.waitsForOther(dataDir, host, ms) }));
  if (!other) return null;
  releaseFolder();
  return texts.inUse(dataDir, other.host);
}

function releaseFolder() {
  if (lock !== null) fs.closeSync(lock);
  lock = null;
}

/** Another host that found our heartbeat stale has the folder by now: this server must not write any longer. */
function keepFolder({ dataDir }: Watch) {
  if (!isOurs || isEnding || !watched || !isAlive(watched) || !beat(dataDir)) return;
  signalServer('SIGQUIT');
  releaseFolder();
}

/** The server may end by itself in the moment before. */
function signalServer(signal: NodeJS.Signals) {
  try {
    process.kill(watched, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** False when the server ended before it was ready: the port was taken, or children of a killed one still hold its memory. */
async function start({ data, postgres, as, logFile, settings }: Watch, port: number): Promise<boolean> {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logFile);
  // PostgreSQL judges its own lock file and never mistakes an ancestor for a server: this process is not a server either.
  const env = { ...environment, PG_GRANDPARENT_PID: String(unrelatedPid(data)) };
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...options], {
    ...as,
    cwd: data,
    env,
    stdio: ['ignore', log, log, lock ?? 'ignore'],
  });
  if (log !== 'ignore') fs.closeSync(log);
  watched = child.pid ?? 0;
  isOurs = true;

  const endPromise = new Promise<false>((resolve) => {
    child.on('exit', () => resolve(false));
    child.on('error', (error) => {
      report({ notice: error.message });
      resolve(false);
    });
  });
  return Promise.race([endPromise, settled(data, watched)]);
}

/** PostgreSQL starts without its log where the disk is full or read-only. */
function openLog(logFile: string): number | 'ignore' {
  try {
    return fs.openSync(logFile, 'a', 0o600);
  } catch {
    return 'ignore';
  }
}

/** The limit of this wait is the main process's: when it gives up, the channel closes and `end` stops the server. */
async function settled(data: string, pid: number): Promise<boolean> {
  for (; isAlive(pid); await pause(10)) {
    if ((await readyPostmaster(data))?.pid === pid) return true;
  }
  return false;
}

function readyPostmaster(data: string): Promise<Postmaster | null> {
  return settledPostmaster(data).catch(() => null);
}

async function end({ dataDir, data, pgCtl, as }: Watch) {
  if (isEnding) return;
  isEnding = true;
  if (isOurs) watched ||= (await readyPostmaster(data))?.pid ?? 0;
  if (isOurs && watched && isAlive(watched)) {
    if (isWindows) spawnSync(pgCtl, ['-D', data, 'stop', '-m', 'fast', '-w'], { ...as, cwd: data, env: environment });
    else signalServer('SIGINT'); // "fast": ends connections, writes a checkpoint
    if (!(await hasEnded(watched))) {
      signalServer('SIGQUIT');
      await hasEnded(watched);
    }
  }
  if (isOurs) endHeartbeat(dataDir);
  process.exit(0);
}

async function hasEnded(pid: number): Promise<boolean> {
  for (const limit = performance.now() + PATIENCE_MS; isAlive(pid); await pause(10)) {
    if (performance.now() > limit) return false;
  }
  return true;
}

function report(message: GuardianReport) {
  if (process.connected) process.send?.(message, undefined, undefined, () => {}); // without a callback a closed channel throws
}

function lastLines(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
}
