import type { Database } from '../../core/src/core.ts';

export interface Statement {
  /** What we prepare it as, where we do: the limit prepares it too. */
  name?: string;
  text: string;
  values: readonly unknown[];
}

interface KnexQuery {
  sql: string;
  bindings: readonly unknown[];
  options?: { name?: string };
}

/** What the work says to the database, as it goes over the wire. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const note = ({ sql, bindings, options }: KnexQuery) => void statements.push({ ...options, text: sql, values: bindings });
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  return statements;
}
