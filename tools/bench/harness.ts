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

/** A figure of the product beside a limit, both measured in the same run. */
export interface BenchRow {
  name: string;
  /** In milliseconds, unless `unit` says otherwise. */
  ours: number;
  limit: number;
  unit?: 'ms' | 'kB';
  /** The promised ratio. Without it, the figure is only printed. */
  most?: number;
  limitName: string;
}

const headings = ['', 'nuestro', 'límite', 'razón', 'meta', 'el límite es'];
const rowCells = ({ name, ours, limit, limitName, unit = 'ms', most }: BenchRow): string[] => [
  name,
  withUnit(ours, unit),
  withUnit(limit, unit),
  (ours / limit).toFixed(2),
  most ? `≤ ${most}` : '',
  limitName,
];
const withUnit = (value: number, unit: string): string => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;

/** Writes lines of cells as text; figures stand to the right. */
export function textTable(lines: readonly (readonly string[])[], isFigure: (column: number) => boolean): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => line.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

export const table = (rows: readonly BenchRow[]): string =>
  textTable([headings, ...rows.map(rowCells)], (column) => column > 0 && column < 5);

/** Measures the processor milliseconds of the connections of a database; null where the system does not tell them. */
export async function measureProcessor(db: Database, work: () => Promise<unknown>): Promise<number | null> {
  const { rows } = await db.raw(
    "select array_agg(pid) as pids from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const read = (pid: number) => Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  const running = () => (rows[0].pids as number[]).filter((pid) => fs.existsSync(`/proc/${pid}/schedstat`));
  const before = new Map(running().map((pid) => [pid, read(pid)]));
  await work();
  // The time of a connection that has ended is not known.
  const times = running().map((pid) => read(pid) - (before.get(pid) ?? 0));
  return times.length > 0 ? times.reduce((total, time) => total + time, 0) : null;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
