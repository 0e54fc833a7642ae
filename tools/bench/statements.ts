import type { Database } from '../../core/src/core.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** What the work says to the database, as it goes over the wire. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const said: Statement[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }) => void said.push({ text: sql, values: bindings });
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  return said;
}
