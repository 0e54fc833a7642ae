import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedDatabase as texts } from '../messages/start-problems.ts';
import { StartProblem } from '../settings/environment.ts';

const LOCK_FILE = 'bitacora.lock';

/** With this flag of macOS, `open` takes the lock of `flock`, and fails at once where it is taken. */
const DARWIN_O_EXLOCK = 0x20;
/** With this flag of libuv on Windows nobody else can open the file. */
const WINDOWS_O_EXLOCK = 0x10000000;
const BUSY = ['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EPERM', 'EACCES'];
/** What `flock` answers when another process has the lock. */
const FLOCK_BUSY = 1;

/**
 * Takes the kernel's exclusive lock on a data folder, which every process on this computer sees, in other containers too. Answers the
 * open file, or null where another process has the lock. The lock ends with the last process that has that open file, however it ends.
 */
export function lockDataFolder(dataDir: string): number | null {
  const file = path.join(dataDir, LOCK_FILE);
  return process.platform === 'linux' ? lockByCommand(file) : lockByOpening(file);
}

/** The lock belongs to the open file, not to the command, so it stays when `flock` has ended. */
function lockByCommand(file: string): number | null {
  const fd = openForLock(file);
  const { status, error, stderr } = spawnSync('flock', ['-xn', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
  if (status === 0) return fd;
  fs.closeSync(fd);
  if (status === FLOCK_BUSY) return null;
  throw new StartProblem(texts.noLock(file, error?.message ?? stderr.trim()));
}

/** Root opens it too, in a folder of another user, so no link is followed: it would make a file anywhere. */
function openForLock(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    throw new StartProblem(texts.noLock(file, (error as Error).message));
  }
}

function lockByOpening(file: string): number | null {
  const { O_RDWR, O_CREAT, O_NONBLOCK = 0 } = fs.constants;
  const exclusively = process.platform === 'win32' ? WINDOWS_O_EXLOCK : DARWIN_O_EXLOCK | O_NONBLOCK;
  try {
    return fs.openSync(file, O_RDWR | O_CREAT | exclusively, 0o600);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (BUSY.includes(code)) return null;
    throw new StartProblem(texts.noLock(file, message));
  }
}

export const HEARTBEAT_FILE = 'bitacora.heartbeat';
export const BEAT_MS = 2_000;
/** Six missed beats. The clocks of two hosts are never compared: the second one watches for so long. */
const STALE_AFTER_MS = 12_000;
const LOOK_MS = 500;

/** What the process that has a data folder writes there every two seconds. */
interface Heartbeat {
  /** Names the process, at random. */
  id: string;
  /** Names the running kernel; the containers of one host share it. */
  bootId: string;
  host: string;
  count: number;
}

const mine: Heartbeat = { id: randomUUID(), bootId: readBootId(), host: os.hostname(), count: 0 };
const heartbeatPath = (dataDir: string) => path.join(dataDir, HEARTBEAT_FILE);

function readBootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return os.hostname();
  }
}

export function readHeartbeat(dataDir: string): Heartbeat | null {
  try {
    return JSON.parse(fs.readFileSync(heartbeatPath(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

const isOfAnotherHost = (stored: Heartbeat | null): stored is Heartbeat => stored !== null && stored.bootId !== mine.bootId;

/** Whether it was written. On a full disk it stays as it was: the kernel's lock still keeps out the processes of this host. */
function write(dataDir: string): boolean {
  mine.count++;
  const fresh = `${heartbeatPath(dataDir)}.part`;
  try {
    fs.writeFileSync(fresh, JSON.stringify(mine), { mode: 0o600 });
    fs.renameSync(fresh, heartbeatPath(dataDir));
    return true;
  } catch {
    remove(fresh);
    return false;
  }
}

/**
 * Writes our first heartbeat. Answers the one of another host while that one is alive. The kernel's lock decides between processes of
 * one host, so call this with the lock held.
 */
export async function takeHeartbeat(dataDir: string, onWait: (other: Heartbeat, ms: number) => void): Promise<Heartbeat | null> {
  const heartbeat = readHeartbeat(dataDir);
  if (!isOfAnotherHost(heartbeat)) {
    write(dataDir);
    return null;
  }
  onWait(heartbeat, STALE_AFTER_MS);
  const other = await changedHeartbeat(dataDir, heartbeat, STALE_AFTER_MS);
  if (other) return other;
  // A host that cannot write here cannot be seen either, and the other one may only have a full disk.
  if (!write(dataDir)) return heartbeat;
  // Two hosts may find it stale at once: the last one to write keeps the folder.
  const lastBeat = { ...mine };
  return changedHeartbeat(dataDir, lastBeat, 2 * BEAT_MS);
}

/** The heartbeat of another host as soon as it differs from the one that was read; null when it stays the same for so long. */
async function changedHeartbeat(dataDir: string, earlier: Heartbeat, withinMs: number): Promise<Heartbeat | null> {
  for (const limit = performance.now() + withinMs; performance.now() < limit; await pause(LOOK_MS)) {
    const heartbeat = readHeartbeat(dataDir);
    if (isOfAnotherHost(heartbeat) && (heartbeat.id !== earlier.id || heartbeat.count !== earlier.count)) return heartbeat;
  }
  return null;
}

/** Writes the next heartbeat, or answers the host that has taken the folder because ours was away for too long. */
export function beat(dataDir: string): Heartbeat | null {
  const heartbeat = readHeartbeat(dataDir);
  if (isOfAnotherHost(heartbeat)) return heartbeat;
  write(dataDir);
  return null;
}

/** The next start need not wait, on another host either. */
export function endHeartbeat(dataDir: string): void {
  if (readHeartbeat(dataDir)?.id === mine.id) remove(heartbeatPath(dataDir));
}

/** A read-only disk keeps the file. */
function remove(file: string): void {
  try {
    fs.rmSync(file, { force: true });
  } catch {}
}
