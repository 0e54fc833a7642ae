import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Database, migrate } from '../../core/src/core.ts';
import { startPostgres } from '../../core/src/embedded-postgres/start-postgres.ts';

/** Noon in Mexico City, on a working day. */
export const NOW = new Date('2026-11-19T18:00:00.000Z');
export const ZONE = 'America/Mexico_City';
export const SECRET = 'a secret that only the bench knows, of more than 32 bytes';

/** Hands over a migrated database on a PostgreSQL of its own, as durable as the product's, and removes it afterwards, unless it has a folder. */
export async function onGround<Result>(work: (db: Database) => Promise<Result>, keptFolder?: string): Promise<Result> {
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

/** What the product does beside what the machine could do at best, both measured in the same run. */
export interface BenchRow {
  name: string;
  /** Milliseconds, unless `unit` says otherwise. */
  ours: number;
  limit: number;
  unit?: 'ms' | 'kB';
  /** The promised ratio. Without it, the figure is only printed. */
  most?: number;
  /** What the limit is. */
  limitName: string;
}

const headings = ['', 'nuestro', 'límite', 'razón', 'meta', 'el límite es'];
const cellsOf = ({ name, ours, limit, limitName, unit = 'ms', most }: BenchRow): string[] => [
  name,
  withUnit(ours, unit),
  withUnit(limit, unit),
  (ours / limit).toFixed(2),
  most ? `≤ ${most}` : '',
  limitName,
];
const withUnit = (value: number, unit: string): string => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;

/** Lines of cells as text; figures stand to the right. */
export function textTable(lines: readonly (readonly string[])[], isFigure: (column: number) => boolean): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => line.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** The rows as a table of text. */
export const table = (rows: readonly BenchRow[]): string =>
  textTable([headings, ...rows.map(cellsOf)], (column) => column > 0 && column < 5);

/** The quickest of some runs, in milliseconds: what it takes, not what else the machine was doing. What prepares a run is not counted. */
export async function quickest(runs: number, work: () => Promise<void>, prepare = async () => {}): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    await prepare();
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Milliseconds that the processes of a database worked; null where the system does not say it. Other work of the machine does not count. */
export async function processorTimeOf(db: Database, work: () => Promise<unknown>): Promise<number | null> {
  const { rows } = await db.raw(
    "select array_agg(pid) as pids from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const read = (pid: number) => Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  const running = () => (rows[0].pids as number[]).filter((pid) => fs.existsSync(`/proc/${pid}/schedstat`));
  const before = new Map(running().map((pid) => [pid, read(pid)]));
  await work();
  // A connection may have ended, and what it took is then not known.
  const times = running().map((pid) => read(pid) - (before.get(pid) ?? 0));
  return times.length > 0 ? times.reduce((total, time) => total + time, 0) : null;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** Median milliseconds of ours and of the limit. They alternate, because other work of the machine then slows both. It does not count `prepare`. */
export async function sideBySide(
  rounds: number,
  ours: (round: number) => Promise<unknown>,
  limit: (round: number) => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<{ ours: number; limit: number }> {
  const durations: { ours: number[]; limit: number[] } = { ours: [], limit: [] };
  const once = async (which: 'ours' | 'limit', round: number) => {
    await prepare();
    const began = performance.now();
    await (which === 'ours' ? ours : limit)(round);
    durations[which].push(performance.now() - began);
  };
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) await once(which, round);
  }
  return { ours: median(durations.ours), limit: median(durations.limit) };
}

const ROUNDS = 7;
const QUIET_MS = 300;

/** A server, and for each of its connections what that asks next. */
export interface Side {
  origin: string;
  lanes: readonly (() => string)[];
}

/** One connection without a client of its own, because the same machine runs the servers. Each answer names its length. */
function rawConnection(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname).setNoDelay();
  let received: Buffer[] = [];
  let missing = 0;
  let settle = { resolve: (_: Buffer) => {}, reject: (_: Error) => {} };
  socket.on('error', (error) => settle.reject(error));
  socket.on('data', (part) => {
    received.push(part);
    if (received.length === 1) {
      const headEnd = part.indexOf('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(part.toString('latin1', 0, Math.max(0, headEnd))) ?? [];
      if (headEnd < 0 || !length || !part.toString('latin1', 9, 12).startsWith('200')) return settle.reject(new Error(part.toString()));
      missing = headEnd + 4 + Number(length);
    }
    missing -= part.length;
    if (missing > 0) return;
    const answer = received;
    received = [];
    settle.resolve(Buffer.concat(answer));
  });
  return {
    ask: (request: string) =>
      new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

/** A request as it is sent. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(content)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', content].join('\r\n');
}

/** Milliseconds of an answer, while each lane asks so many one after the other. */
async function millisecondsOf({ origin, lanes }: Side, each: number): Promise<number> {
  const connections = lanes.map((next) => ({ next, connection: rawConnection(origin) }));
  const began = performance.now();
  await Promise.all(
    connections.map(async ({ next, connection }) => {
      for (let count = 0; count < each; count++) await connection.ask(next());
      connection.end();
    }),
  );
  return (performance.now() - began) / (each * lanes.length);
}

/** Medians of rounds that alternate, after one that warms both; each lane asks `each` in a round. */
export async function inRounds(ours: Side, limit: Side, each: number): Promise<{ ours: number; limit: number }> {
  const rounds: { ours: number; limit: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = { ours: 0, limit: 0 };
    for (const side of round % 2 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) {
      await pause(QUIET_MS);
      figures[side] = await millisecondsOf(side === 'ours' ? ours : limit, each);
    }
    if (round > 0) rounds.push(figures);
  }
  return { ours: median(rounds.map((round) => round.ours)), limit: median(rounds.map((round) => round.limit)) };
}

/** How many requests each lane of `inRounds` asks of one side. */
export const requestsOfRounds = (each: number): number => (ROUNDS + 1) * each;

const bodyOf = (answer: Buffer) => answer.subarray(answer.indexOf('\r\n\r\n') + 4);

export async function demandSameBytes(...sides: readonly [Side, Side]): Promise<void> {
  const answers = sides.map(async ({ origin, lanes }) => {
    const connection = rawConnection(origin);
    const bodies: Buffer[] = [];
    for (const next of lanes) bodies.push(bodyOf(await connection.ask(next())));
    connection.end();
    return Buffer.concat(bodies);
  });
  const [ours, limit] = (await Promise.all(answers)) as [Buffer, Buffer];
  if (!ours.equals(limit)) throw new Error('ours and the limit answer differently');
}
