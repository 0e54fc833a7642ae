import pg from 'pg';

/** pg's writer of messages. */
interface Wire {
  bind(...message: unknown[]): void;
  query(text: string): void;
  sync(): void;
  flush(): void;
}

/**
 * Counts what this process sends to PostgreSQL until `stop`: statements, with BEGIN and COMMIT, and packets, for each of which it waits.
 * The ping of those who listen for changes is left out, because the wall clock sends it.
 */
export function countStatements() {
  const wire = pg.Connection.prototype as unknown as Wire;
  const { bind, query, sync, flush } = wire;
  const original = { bind, query, sync, flush };
  const totals = { statements: 0, packets: 0 };
  const count = (name: keyof Wire, of: Partial<typeof totals>) => {
    wire[name] = function (this: Wire, ...message: unknown[]) {
      if (message[0] !== 'select 1') {
        totals.statements += of.statements ?? 0;
        totals.packets += of.packets ?? 0;
      }
      return (original[name] as (...message: unknown[]) => void).apply(this, message);
    };
  };
  count('bind', { statements: 1 });
  count('query', { statements: 1, packets: 1 });
  count('sync', { packets: 1 });
  count('flush', { packets: 1 });
  return { totals, stop: () => void Object.assign(wire, original) };
}
