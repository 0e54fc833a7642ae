import fs from 'node:fs';
import path from 'node:path';
import { connect } from '@bitacora/core/server';

export const isRoot = process.getuid?.() === 0;
export const isLinux = process.platform === 'linux';

type Running = { pid: number; command: string };

/** Processes that work on a data folder: they name it, or live in it (Linux only). */
export function processesOn(dataDir: string): Running[] {
  const real = fs.realpathSync(path.join(dataDir, 'pg18'));
  const isOurs = (text: string) => text.includes(dataDir) || text.startsWith(real) || text.includes(`${real}/`);
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return isOurs(command) || isOurs(fs.readlinkSync(`/proc/${pid}/cwd`)) ? [{ pid: Number(pid), command }] : [];
    } catch {
      return [];
    }
  });
}

export const guardianOf = (dataDir: string) => processesOn(dataDir).find(({ command }) => command.includes('guardian.ts'))?.pid ?? 0;

export function postmasterOf(dataDir: string): number {
  const file = path.join(dataDir, 'pg18/data/postmaster.pid');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

/** One statement on the embedded database of that folder. */
export async function sql(dataDir: string, statement: string) {
  const data = path.join(dataDir, 'pg18/data');
  const port = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[3];
  const db = connect(`postgres://bitacora:${fs.readFileSync(path.join(data, 'bitacora.password'), 'utf8')}@127.0.0.1:${port}/bitacora`);
  try {
    return (await db.raw(statement)).rows;
  } finally {
    await db.destroy();
  }
}

/** Removes a data folder, and the cluster it may link to. */
export function remove(dataDir: string) {
  const link = path.join(dataDir, 'pg18');
  if (fs.existsSync(link)) fs.rmSync(fs.realpathSync(link), { recursive: true, force: true });
  fs.rmSync(dataDir, { recursive: true, force: true });
}

/** A process may already have ended by itself. */
export function kill(...pids: (number | undefined)[]) {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
