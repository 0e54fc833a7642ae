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

/** So many connections of node-postgres, used in turn, without anything of knex between. */
export async function bareConnections(url: string, size: number) {
  const db = connect(url, { poolSize: size });
  const all: BareConnection[] = await Promise.all(Array.from({ length: size }, () => db.client.acquireConnection()));
  let next = 0;
  return {
    all,
    query: async (query: BareQuery): Promise<unknown[]> => {
      const one = all[next++ % size] as BareConnection;
      return (await one.query(query)).rows;
    },
    async end(): Promise<void> {
      for (const one of all) await db.client.releaseConnection(one);
      await db.destroy();
    },
  };
}
