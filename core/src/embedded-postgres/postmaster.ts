import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';

/** PostgreSQL gets no settings of ours: `PG*` variables would change it, and its environment can be read by its user. */
export const environment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { LC_ALL: 'C', TZ: 'UTC', SystemRoot: 'C:\\Windows' }
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

export type Postmaster = { pid: number; port: number; state: string };

/** A server starts or stops within this time; recovery after a crash has its own limit in `guard.ts`. */
const SETTLED_WITHIN_MS = 60_000;
/** Linux counts a process's start in these. */
const TICKS_PER_SECOND = 100;
/** Between the start of the process and the moment that it writes down. The clock may be set in between. */
const START_TOLERANCE_S = 60;

const lockFilePath = (data: string) => path.join(data, 'postmaster.pid');

function readLockFile(data: string) {
  const file = lockFilePath(data);
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), startedAt: Number(lines[2]), port: Number(lines[3]), state: lines[7]?.trim() || 'starting' };
}

/** The server that runs on this data folder now, as its `postmaster.pid` says. Null when that file is stale or missing. */
export function readPostmaster(data: string): Postmaster | null {
  const lock = readLockFile(data);
  if (!lock?.pid || !isAlive(lock.pid) || isAnotherProgram(lock.pid, lock.startedAt, data)) return null;
  return { pid: lock.pid, port: lock.port, state: lock.state };
}

/**
 * The process or thread that a stale `postmaster.pid` names; 0 where there is none. PostgreSQL would wait for its end, since it
 * only sees that the number is in use.
 */
export function unrelatedPid(data: string): number {
  const lock = readLockFile(data);
  if (!lock?.pid || !isAlive(lock.pid)) return 0;
  return isAnotherProgram(lock.pid, lock.startedAt, data) ? lock.pid : 0;
}

/** Waits while a server is starting or stopping; then the ready one, or null. Throws `StartProblem` when that takes too long. */
export async function settledPostmaster(data: string): Promise<Postmaster | null> {
  for (const limit = performance.now() + SETTLED_WITHIN_MS; ; await pause(20)) {
    const postmaster = readPostmaster(data);
    if (!postmaster || postmaster.state === 'ready') return postmaster;
    if (performance.now() > limit) throw new StartProblem(texts.neverSettled(postmaster.pid, data, SETTLED_WITHIN_MS));
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether that process is certainly not the postmaster of this data folder. Only Linux can say: a postmaster's working directory is its
 * data folder. Root without CAP_SYS_PTRACE may not read that of another user; then name and start time decide, which all may read.
 */
function isAnotherProgram(pid: number, startedAt: number, data: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) !== data;
  } catch {
    return isAnotherByName(pid) || isAnotherByStart(pid, startedAt);
  }
}

function isAnotherByName(pid: number): boolean {
  const name = readProc(`${pid}/comm`);
  return name !== null && name.trim() !== 'postgres';
}

function isAnotherByStart(pid: number, startedAt: number): boolean {
  const bootedAt = Number(/^btime (\d+)$/m.exec(readProc('stat') ?? '')?.[1]);
  // The name of the program, in parentheses, may hold blanks; the start is the 20th field after it.
  const ticks = Number(readProc(`${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19]);
  return Math.abs(bootedAt + ticks / TICKS_PER_SECOND - startedAt) > START_TOLERANCE_S; // false where one of them is unknown
}

function readProc(name: string): string | null {
  try {
    return fs.readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return null; // it has ended, or we may not look
  }
}

/** Below the ports that systems give to outgoing connections, one of which could take it before somebody listens on it. */
const [FIRST, LAST] = [20_000, 32_000];

export function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Windows keeps some ports for itself.
      if (['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) resolve(freePort());
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
