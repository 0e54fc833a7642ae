import { isForPerson } from '@bitacora/core/processes/begin-step';
import { openLogOutput } from '@bitacora/core/processes/log-output';
import type { Database } from '@bitacora/core/server';
import { type Logger, pino } from 'pino';

/** Selects the facts of an error for the log. It leaves out PostgreSQL's `detail`, because that holds the refused row. */
function errorFacts(error: unknown): Record<string, unknown> {
  const { name, message, code, constraint, stack, nativeError } = (error ?? {}) as Record<string, unknown>;
  const native = (nativeError ?? {}) as Record<string, unknown>;
  return { type: name, message: message ?? String(error), code: code ?? native.code, constraint: constraint ?? native.constraint, stack };
}
export const READY = 'ready';
const SLOW_QUERY = 'slow query';
const WARNING = 40;
export const serializers = { err: errorFacts };

/**
 * Logs JSON lines, on a terminal in development short lines for people, who read the steps of a start instead of its facts. With several
 * processes each line names its `worker`.
 */
export function createLog({ isProduction }: { isProduction: boolean }, worker?: number): Logger {
  const options = { base: worker === undefined ? undefined : { worker }, serializers, timestamp: pino.stdTimeFunctions.isoTime };
  const output = openLogOutput((lines) => log.warn({ lines }, 'log lines dropped: there was no room'));
  let isStarting = worker === undefined;
  const write = (line: string) => {
    const entry: Entry = JSON.parse(line);
    if (!isStarting || (entry.level >= WARNING && entry.msg !== SLOW_QUERY)) output.write(forPeople(entry));
    if (entry.msg === READY) isStarting = false;
  };
  const log = isForPerson({ isProduction }) ? pino(options, { write }) : pino(options, output);
  return log;
}

interface Entry {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string };
}

function forPeople({ level, time, msg, err, ...rest }: Entry): string {
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = [time.slice(11, 19), (pino.levels.labels[level] ?? '').padEnd(5), msg ?? '', ...facts].join(' ');
  return `${text}\n${err?.stack ? `${err.stack}\n` : ''}`;
}

/** At most this many statements are tracked, because streams report no end. */
const REMEMBERED = 1_000;

interface SlowQuery {
  __knexQueryUid: string;
  sql: string;
}

/** Logs the statements that took `ms` or longer, with placeholders and never with values. */
export function watchSlowQueries(db: Database, ms: number, log: Pick<Logger, 'warn'>): void {
  const startTimes = new Map<string, number>();
  const over = ({ __knexQueryUid: id, sql }: SlowQuery) => {
    const tookMs = performance.now() - (startTimes.get(id) ?? Number.POSITIVE_INFINITY);
    startTimes.delete(id);
    if (tookMs >= ms) log.warn({ ms: Math.round(tookMs), sql: sql.replace(/\s+/g, ' ').trim() }, SLOW_QUERY);
  };
  db.on('query', ({ __knexQueryUid: id }: SlowQuery) => {
    const [oldest] = startTimes.keys();
    if (startTimes.size >= REMEMBERED && oldest) startTimes.delete(oldest);
    startTimes.set(id, performance.now());
  });
  db.on('query-response', (_: unknown, query: SlowQuery) => over(query));
  db.on('query-error', (_: unknown, query: SlowQuery) => over(query));
}
