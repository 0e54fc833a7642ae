import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectBesidePool,
  destroySocket,
  discardConnection,
  interceptStatements,
  keepNameMapping,
  type PooledConnection,
  poolCounts,
  runStatement,
  takeConnection,
  withConnection,
} from '../../src/persistence/database/knex-internals.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { readVersion } from '../library-version.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('the private parts that we use are those of knex 3.3.0 and pg 8.23.1', async () => {
  expect([readVersion('knex', 'core'), readVersion('pg', 'core')]).toEqual(['3.3.0', '8.23.1']);
  const { db } = database;
  expect(poolCounts(db)).toEqual({ used: 0, free: expect.any(Number), waited_for: 0 });

  const connections: unknown[] = [];
  interceptStatements(db, async (connection, run) => {
    connections.push([connection.__knexUid, connection.processID, poolCounts(db).used]);
    return run();
  });
  expect(await runStatement(db, { sql: 'select $1::integer as one', bindings: [1], options: {} })).toMatchObject({ rows: [{ one: 1 }] });
  expect(connections).toEqual([[expect.any(String), expect.any(Number), 1]]);

  const beside = await connectBesidePool(db);
  expect(poolCounts(db).used).toBe(0);
  const ended = once(beside, 'error');
  destroySocket(beside);
  expect(String(await ended)).toContain('terminated');
});

it('a connection that was discarded serves nobody again, and one of a transaction is its own', async () => {
  const { db } = database;
  const backend = async () => (await withConnection(db, (connection) => connection.query('select pg_backend_pid() as id'))).rows[0].id;
  const first = await backend();
  expect(await backend()).toBe(first);
  await withConnection(db, async (connection) => discardConnection(connection as unknown as PooledConnection, 'a test'));
  expect(await backend()).not.toBe(first);

  await db.transaction(async (trx) => {
    const { rows } = await (await takeConnection(trx)).query('select pg_current_xact_id()::text as id');
    expect((await trx.raw('select pg_current_xact_id()::text as id')).rows).toEqual(rows);
  });
});

it('the mapping of names is back after work that takes it away', async () => {
  const { config } = database.db.client;
  const { wrapIdentifier } = config;
  await keepNameMapping(database.db, async () => {
    config.wrapIdentifier = undefined;
  });
  expect(wrapIdentifier).toBeTypeOf('function');
  expect(config.wrapIdentifier).toBe(wrapIdentifier);
});
