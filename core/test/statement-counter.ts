import pg from 'pg';

/** pg's writer of messages. */
interface Wire {
  bind(...message: unknown[]): void;
  query(text: string): void;
}

/**
 * Counts the statements that this process sends to PostgreSQL until `stop`, with BEGIN and COMMIT. The ping of those who listen for
 * changes is left out, because the wall clock sends it.
 */
export function countStatements() {
  const wire = pg.Connection.prototype as unknown as Wire;
  const { bind, query } = wire;
  const original = { bind, query };
  const totals = { statements: 0 };
  for (const name of ['bind', 'query'] as const) {
    wire[name] = function (this: Wire, ...message: unknown[]) {
      if (message[0] !== 'select 1') totals.statements += 1;
      return (original[name] as (...message: unknown[]) => void).apply(this, message);
    };
  }
  return { totals, stop: () => void Object.assign(wire, original) };
}
