import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Postmaster = { pid: number; port: number; state: string };

/** The server that runs on this data folder now, as its `postmaster.pid` says. Null when that file is stale or missing. */
function readPostmaster(data: string): Postmaster | null {
  const file = path.join(data, 'postmaster.pid');
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return null;
  if (isAnotherProgram(pid, data)) {
    // After a crash the number may belong to someone else, and PostgreSQL would refuse to start until that program ends.
    fs.rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), state: lines[7]?.trim() || 'starting' };
}

/** Waits while a server is starting or stopping; then the ready one, or null. */
export async function settledPostmaster(data: string): Promise<Postmaster | null> {
  for (;;) {
    const postmaster = readPostmaster(data);
    if (!postmaster || postmaster.state === 'ready') return postmaster;
    await pause(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Only Linux can tell: a postmaster's working directory is its data folder. */
function isAnotherProgram(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) !== data;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'; // ENOENT: it has just ended
  }
}
