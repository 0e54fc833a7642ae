import pg from 'pg';
import { COMPILE_NOTHING } from '../src/persistence/database/server.sql.ts';

/** pg's writer of messages. */
interface Wire {
  bind(...message: unknown[]): void;
  query(text: string): void;
}

const UNCOUNTED: unknown[] = ['select 1', COMPILE_NOTHING];

/**
 * Counts the statements that this process sends to PostgreSQL until `stop`, with BEGIN and COMMIT. The ping of those who listen for
 * changes is left out, because the wall clock sends it. So is what each new connection sends, because the pool decides when to open one.
 */
export function countStatements() {
  const wire = pg.Connection.prototype as unknown as Wire;
  const { bind, query } = wire;
  const original = { bind, query };
  const totals = { statements: 0 };
  for (const name of ['bind', 'query'] as const) {
    wire[name] = function (this: Wire, ...message: unknown[]) {
      if (!UNCOUNTED.includes(message[0])) totals.statements += 1;
      return (original[name] as (...message: unknown[]) => void).apply(this, message);
    };
  }
  return { totals, stop: () => void Object.assign(wire, original) };
}
