import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { connect } from '../src/persistence/database/connect.ts';
import { NOW } from './factories.ts';
import { databaseUrl, TEMPLATE } from './postgres.setup.ts';
import { stage } from './stage.ts';

export type TestDatabase = {
  url: string;
  db: Knex;
  /** Empties every table, the append-only ones too. Call it in `beforeEach`. */
  wipe(): Promise<void>;
  /** Call it in `afterAll`. */
  close(): Promise<void>;
};

interface Connection {
  _activeQuery: unknown;
  _queryQueue: readonly unknown[];
}

interface WatchedPrototype {
  query(...parameters: unknown[]): unknown;
  /** Collisions since the last check. Files of two projects in one worker have modules of their own but one `pg`, so the list is kept there. */
  collisions?: string[];
}
const { prototype } = Client as unknown as { prototype: WatchedPrototype };

/** Notes each statement on a connection that runs another, because pg 9 will refuse it. */
function watchConnections(): void {
  if (prototype.collisions) return;
  const collisions: string[] = [];
  const { query } = prototype;
  prototype.collisions = collisions;
  prototype.query = function (this: Connection, ...parameters) {
    if (this._activeQuery || this._queryQueue.length > 0)
      collisions.push(`${expect.getState().currentTestName}\n${new Error(JSON.stringify(parameters[0])).stack}`);
    return query.apply(this, parameters);
  };
}

/** Fails because those who share a transaction must await one statement after the other, or make them one. */
function refuseCollisions(): void {
  const recent = prototype.collisions?.splice(0) ?? [];
  if (recent.length > 0) throw new Error(`${recent.length} statements came to a connection that ran another:\n${recent[0]}`);
}

/** Makes a migrated, empty database for this worker, a clone of the run's template. Call it in `beforeAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  watchConnections();
  const serverUrl = inject('serverUrl');
  const name = `bitacora_worker_${process.env.VITEST_POOL_ID}_test`;
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  await admin.end();

  const url = databaseUrl(serverUrl, name);
  const db = connect(url);
  const wipeTables = await wiper(db);
  return {
    url,
    db,
    async wipe() {
      refuseCollisions();
      await wipeTables();
    },
    async close() {
      await db.destroy();
      refuseCollisions();
    },
  };
}

/** Makes the core on a database of its own for a file. Each test begins with empty tables, at the usual time. */
export async function stagedDatabase() {
  const database = await testDatabase();
  const on = stage(database.db);
  beforeEach(async () => {
    await database.wipe();
    on.setClock(NOW);
  });
  afterAll(() => database.close());
  return { database, on };
}

/** Returns a function that empties all tables. DELETE takes half a millisecond here, TRUNCATE twenty; `replica` switches triggers and foreign keys off. */
export async function wiper(db: Knex): Promise<() => Promise<void>> {
  const { rows } = await db.raw(`SELECT current_database() AS name`);
  if (!rows[0].name.endsWith('_test')) throw new Error(`Refusing to wipe ${rows[0].name}: its name does not end in _test.`);
  const tables = await db.raw(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'knex_migrations%'`);
  const deletes = tables.rows.map(({ tablename }: { tablename: string }) => `DELETE FROM "${tablename}"`);
  const all = ['SET LOCAL session_replication_role = replica', ...deletes].join('; ');
  return async () => {
    await db.raw(all);
  };
}
