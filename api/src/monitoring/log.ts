import { openLogOutput } from '@bitacora/core/processes/log-output';
import type { Database } from '@bitacora/core/server';
import { type Logger, pino } from 'pino';

/** Selects the facts of an error for the log. It leaves out PostgreSQL's `detail`, because that holds the refused row. */
function errorFacts(error: unknown): Record<string, unknown> {
  const { name, message, code, constraint, stack, nativeError } = (error ?? {}) as Record<string, unknown>;
  const native = (nativeError ?? {}) as Record<string, unknown>;
  return { type: name, message: message ?? String(error), code: code ?? native.code, constraint: constraint ?? native.constraint, stack };
}
export const serializers = { err: errorFacts };

/** Logs JSON lines, on a terminal in development short lines for people. With several processes each line names its `worker`. */
export function createLog({ isProduction }: { isProduction: boolean }, worker?: number): Logger {
  const options = { base: worker === undefined ? undefined : { worker }, serializers, timestamp: pino.stdTimeFunctions.isoTime };
  const output = openLogOutput((lines) => log.warn({ lines }, 'log lines dropped: there was no room'));
  const log =
    process.stdout.isTTY && !isProduction ? pino(options, { write: (line) => output.write(forPeople(line)) }) : pino(options, output);
  return log;
}

function forPeople(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
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
    if (tookMs >= ms) log.warn({ ms: Math.round(tookMs), sql: sql.replace(/\s+/g, ' ').trim() }, 'slow query');
  };
  db.on('query', ({ __knexQueryUid: id }: SlowQuery) => {
    const [oldest] = startTimes.keys();
    if (startTimes.size >= REMEMBERED && oldest) startTimes.delete(oldest);
    startTimes.set(id, performance.now());
  });
  db.on('query-response', (_: unknown, query: SlowQuery) => over(query));
  db.on('query-error', (_: unknown, query: SlowQuery) => over(query));
}
