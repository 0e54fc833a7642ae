import { connect } from '../../core/src/core.ts';

export interface BareQuery {
  /** Prepared once under this name on each connection; without one it is planned for its values, every time. */
  name?: string;
  text: string;
  values?: readonly unknown[];
}
interface BareConnection {
  query(query: BareQuery): Promise<{ rows: unknown[] }>;
}

/** So many connections of node-postgres without anything of knex between: statements use them in turn, each transaction one that is free. */
export async function bareConnections(url: string, size: number) {
  const db = connect(url, { poolSize: size });
  const all: BareConnection[] = await Promise.all(Array.from({ length: size }, () => db.client.acquireConnection()));
  const free = [...all];
  let next = 0;
  return {
    all,
    query: async (query: BareQuery): Promise<unknown[]> => {
      const one = all[next++ % size] as BareConnection;
      return (await one.query(query)).rows;
    },
    async inTransaction(queries: readonly BareQuery[]): Promise<unknown[][]> {
      const one = free.pop();
      if (!one) throw new Error(`more than ${size} at once`);
      try {
        const results = [];
        for (const query of [{ text: 'begin' }, ...queries, { text: 'commit' }]) results.push((await one.query(query)).rows);
        return results;
      } finally {
        free.push(one);
      }
    },
    async end(): Promise<void> {
      for (const one of all) await db.client.releaseConnection(one);
      await db.destroy();
    },
  };
}
