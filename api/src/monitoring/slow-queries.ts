import type { Database } from '@bitacora/core/server';
import type { Logger } from 'pino';

/** Streams report no end, so the oldest statements beyond this number are dropped. */
const REMEMBERED = 1_000;

interface SlowQuery {
  __knexQueryUid: string;
  sql: string;
}

/** Logs the statements that took `ms` or longer as this process saw it: their text with its `$1`, never what stood for it. */
export function watchSlowQueries(db: Database, ms: number, log: Pick<Logger, 'warn'>): void {
  const began = new Map<string, number>();
  const over = ({ __knexQueryUid: id, sql }: SlowQuery) => {
    const took = performance.now() - (began.get(id) ?? Number.POSITIVE_INFINITY);
    began.delete(id);
    if (took >= ms) log.warn({ ms: Math.round(took), sql: sql.replace(/\s+/g, ' ').trim() }, 'slow query');
  };
  db.on('query', ({ __knexQueryUid: id }: SlowQuery) => {
    const [oldest] = began.keys();
    if (began.size >= REMEMBERED && oldest) began.delete(oldest);
    began.set(id, performance.now());
  });
  db.on('query-response', (_: unknown, query: SlowQuery) => over(query));
  db.on('query-error', (_: unknown, query: SlowQuery) => over(query));
}
