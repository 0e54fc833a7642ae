import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect, type Database, migrate } from '../../core/src/core.ts';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';

/** Noon in Mexico City, on a working day. */
export const NOW = new Date('2026-11-19T18:00:00.000Z');
export const ZONE = 'America/Mexico_City';
export const SECRET = 'a secret that only the bench knows, of more than 32 bytes';

/** Runs `work` on a migrated database of a PostgreSQL of its own, as durable as the product's. It is removed afterwards, unless a folder is given. */
export async function withBenchDatabase<Result>(work: (db: Database) => Promise<Result>, keptFolder?: string): Promise<Result> {
  if (keptFolder) fs.mkdirSync(keptFolder, { recursive: true });
  const folder = keptFolder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-bench-'));
  fs.chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: folder });
  const db = connect(server.url);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.destroy();
    await server.stop();
    if (!keptFolder) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes lines of cells as text; figures stand to the right. */
export function textTable(lines: readonly (readonly string[])[], isFigure: (column: number) => boolean): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => line.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** Processor milliseconds by thread. */
export type ThreadTimes = Map<string, number>;

/** Reads the processor milliseconds of each thread of a process; none where it has ended. */
export function readThreads(pid: number): [thread: string, ms: number][] {
  const tasks = `/proc/${pid}/task`;
  try {
    return fs
      .readdirSync(tasks)
      .map((task) => [task, Number(fs.readFileSync(path.join(tasks, task, 'schedstat'), 'utf8').split(' ', 1)[0]) / 1e6]);
  } catch {
    return [];
  }
}

/** Reads the times of the connections of a database. */
export async function readPostgres(db: Database): Promise<ThreadTimes> {
  const { rows } = await db.raw("select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'");
  return new Map(rows.flatMap(({ pid }: { pid: number }) => readThreads(pid)));
}

/** Adds what the threads took between two readings. The time of a thread that ended meanwhile is not known. */
export const subtractTimes = (after: ThreadTimes, before: ThreadTimes) =>
  [...after].reduce((sum, [thread, ms]) => sum + ms - (before.get(thread) ?? 0), 0);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
