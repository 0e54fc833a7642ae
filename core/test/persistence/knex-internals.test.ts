import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBesidePool, destroySocket, interceptStatements, poolCounts, runStatement } from '../../src/persistence/knex-internals.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const versionOf = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8')).version;

it('the private parts that we use are those of knex 3.3.0 and pg 8.23.1', async () => {
  expect([versionOf('knex'), versionOf('pg')]).toEqual(['3.3.0', '8.23.1']);
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
