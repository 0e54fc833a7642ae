import type { Knex } from 'knex';
import type { Client } from 'pg';

// Private parts of knex 3.3.0 and pg 8.23.1, because they publish no way to them.
// `knex-internals.test.ts` fails with other versions.

/** Private fields of a connection of pg. `processID` and `secretKey` identify it in a CancelRequest. */
export interface PooledConnection {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  __knexUid: string;
  __knexTxId?: string;
  /** knex does not use a connection again that has a reason here. */
  __knex__disposed?: string;
}

/** Counts the connections of the pool that work and that are free, and the callers that wait for one. */
export function poolCounts(db: Knex): { used: number; free: number; waited_for: number } {
  const { pool } = db.client;
  return { used: pool.numUsed(), free: pool.numFree(), waited_for: pool.numPendingAcquires() };
}

/** Runs `work` on a connection of the pool, which a transaction shares with its other statements. */
export async function withConnection<Result>(db: Knex, work: (connection: Client) => Promise<Result>): Promise<Result> {
  const connection = await db.client.acquireConnection();
  try {
    return await work(connection);
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/** Returns the connection of a transaction, for a stream that outlives this call. */
export const takeConnection = (trx: Knex): Promise<Client> => trx.client.acquireConnection();

export const discardConnection = (connection: PooledConnection, reason: string): void => {
  connection.__knex__disposed = reason;
};

/** Undoes what `work` does to the mapping of names, because migrations on a transaction take it from the whole pool. */
export async function keepNameMapping<Result>(db: Knex, work: () => Promise<Result>): Promise<Result> {
  const { wrapIdentifier, postProcessResponse } = db.client.config;
  try {
    return await work();
  } finally {
    Object.assign(db.client.config, { wrapIdentifier, postProcessResponse });
  }
}

export const connectBesidePool = (db: Knex): Promise<Client> => db.client.acquireRawConnection();

/** Ends a connection at once, because one that does not answer would not end in order either. */
export const destroySocket = (connection: Client): void =>
  (connection as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

/** Runs each statement of this pool within `around`. */
export function interceptStatements(
  db: Knex,
  around: (connection: PooledConnection, run: () => Promise<unknown>) => Promise<unknown>,
): void {
  const { client } = db;
  const query = client._query.bind(client);
  client._query = (connection: PooledConnection, statement: object) => around(connection, () => query(connection, statement));
}

let lastQuery = 0;

/** Runs a statement and emits its events, as knex does for a query that it built. */
export async function runStatement<Response>(
  db: Knex,
  statement: { sql: string; bindings: unknown[]; options: object },
): Promise<Response> {
  const { client } = db;
  return withConnection(db, async (connection) => {
    const { __knexUid, __knexTxId } = connection as unknown as PooledConnection;
    const query = { __knexUid, __knexTxId, __knexQueryUid: `statement ${++lastQuery}`, method: 'raw', ...statement };
    client.emit('query', query);
    try {
      const { response } = await client._query(connection, query);
      client.emit('query-response', response, query);
      return response;
    } catch (error) {
      client.emit('query-error', error, query);
      throw error;
    }
  });
}
