import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { knexSnakeCaseMappers } from 'objection';
import pg, { type Client } from 'pg';
import { keepNameMapping, withConnection } from './knex-internals.ts';
import { grantRoles } from './roles.ts';
import * as sql from './server.sql.ts';
import { execute, firstRow } from './statement.ts';
import { boundStatements } from './statement-bounds.ts';

/** A pool or a transaction on it. */
export type Database = Knex;

// A DATE is a CalendarDate, never a local midnight; counts are numbers.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const MIGRATION_LOCK = 7_215_061;
const folder = new URL('../../../migrations/', import.meta.url);

/** Sends a statement, because poolers refuse options of a connection. */
const refuseCompiling = (connection: Client, done: (error: Error | null, connection: Client) => void) =>
  void connection.query(sql.COMPILE_NOTHING, (error) => done(error, connection));

/** PostgreSQL lists our connections under this name. Version 1.2.0 is `bitacora` there. */
const CONNECTION_NAME = 'bitacora-1.3';

/** Opens a pool on the database; columns are snake_case there and camelCase here. Without `isPrepared` no statement is prepared. */
export function connect(url: string, { poolSize = 10, isPrepared = true }: { poolSize?: number; isPrepared?: boolean } = {}): Knex {
  const db = knex({
    client: 'pg',
    connection: { connectionString: url, application_name: CONNECTION_NAME, connectionTimeoutMillis: 5_000, keepAlive: true },
    pool: { min: 0, max: poolSize, afterCreate: refuseCompiling },
    acquireConnectionTimeout: 10_000,
    // The caller gets each error and logs it as JSON. knex would also write a stack to the console at every retry.
    log: { warn: () => {}, error: () => {} },
    ...knexSnakeCaseMappers(),
  });
  db.userParams = { isPrepared };
  boundStatements(db);
  return db;
}

const migrationSource = {
  getMigrations: async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort(),
  getMigrationName: (name: string) => name.replace(/\.sql$/, ''),
  async getMigration(name: string): Promise<Knex.Migration> {
    const sql = await readFile(new URL(name, folder), 'utf8');
    return {
      async up(knex) {
        await lockTables(knex);
        await withConnection(knex, (connection) => connection.query(sql));
      },
      async down() {},
    };
  },
};

/** The first and the last migration of version 1.2.0. The first one of today replaces them all. */
const FIRST_OF_1_2_0 = '0001_people';
const LAST_OF_1_2_0 = '0181_verdict_counts';
const RELEASE = '0001_release';

/** Names the migrations of a database or a backup of version 1.2.0 as this build does; others stay as they are. */
export function adoptNames(applied: readonly string[]): string[] {
  return applied.includes(LAST_OF_1_2_0) ? [RELEASE, ...applied.filter((name) => name > LAST_OF_1_2_0)] : [...applied];
}

/** A database or a backup of a version before 1.2.0 cannot be brought up to date by this build. */
export const isBefore120 = (applied: readonly string[]): boolean => adoptNames(applied).includes(FIRST_OF_1_2_0);

/** Makes the schema of an earlier build where nothing has been made yet, with the migrations of these names. */
export async function migrateTo(db: Knex, names: readonly string[]): Promise<void> {
  const { getMigrations, getMigrationName, ...source } = migrationSource;
  const getNamedMigrations = async () => (await getMigrations()).filter((name) => names.includes(getMigrationName(name)));
  await keepNameMapping(db, () =>
    db.migrate.latest({ migrationSource: { ...source, getMigrationName, getMigrations: getNamedMigrations } }),
  );
}

async function migrateAll(trx: Knex): Promise<string[]> {
  const [, applied] = (await keepNameMapping(trx, () => trx.migrate.latest({ migrationSource }))) as [number, string[]];
  return applied;
}

/** Keeps others from migrating until the transaction ends. It calls `onWait` when another process comes first. */
export async function holdMigrations(trx: Knex, onWait: () => void = () => {}): Promise<void> {
  if ((await firstRow<{ isLocked: boolean }>(trx, sql.TRY_LOCK, [MIGRATION_LOCK])).isLocked) return;
  onWait();
  await execute(trx, sql.LOCK, [MIGRATION_LOCK]);
}

/**
 * Brings the schema up to date, forward only; many processes may call it at once. Returns the names applied. It calls `onWait`
 * when another process comes first.
 */
export async function migrate(db: Knex, onWait: () => void = () => {}): Promise<string[]> {
  return db.transaction(async (lock) => {
    await holdMigrations(lock, onWait);
    return retryAfterOthers(async () => {
      // The advisory lock dies with its owner; knex's own stays behind a killed process and would block every later start.
      await db.migrate.forceFreeMigrationsLock({ migrationSource });
      const applied = await db.transaction(async (trx) => {
        if ((await readApplied(trx)).includes(LAST_OF_1_2_0)) await execute(trx, sql.ADOPT, { last: LAST_OF_1_2_0, release: RELEASE });
        return await migrateAll(trx);
      });
      await grantRoles(lock);
      if (applied.length > 0) await analyzeTables(lock);
      return applied;
    }, onWait);
  });
}

export async function analyzeTables(db: Knex): Promise<void> {
  const { names } = await firstRow<{ names: string }>(db, sql.TABLE_NAMES);
  await execute(db, sql.analyze(names));
}

export interface Schema {
  /** Names in the order in which they were applied. */
  applied: string[];
  pending: string[];
  /** Applied migrations that this build does not know, because a newer one has been here. */
  unknown: string[];
}

async function readApplied(db: Knex): Promise<string[]> {
  const { isThere } = await firstRow<{ isThere: boolean }>(db, sql.HAS_TABLE, ['knex_migrations']);
  return isThere ? (await execute<{ name: string }>(db, sql.APPLIED_MIGRATIONS)).rows.map(({ name }) => name) : [];
}

/** Reads which migrations were applied; writes nothing, not even into an empty database. */
export async function readSchema(db: Knex): Promise<Schema> {
  const ownNames = (await migrationSource.getMigrations()).map(migrationSource.getMigrationName);
  const applied = adoptNames(await readApplied(db));
  return {
    applied,
    pending: ownNames.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ownNames.includes(name)),
  };
}

/** Connections of a process that has just ended stay for a moment. */
const LEAVE_MS = 5_000;

/**
 * Returns whether version 1.2.0 works on a database that this build would migrate. It must not, because its triggers are gone then: what it
 * delivers would lack its day, and what it registers the words of the search.
 */
export async function is120Connected(db: Knex): Promise<boolean> {
  if (!(await readApplied(db)).includes(LAST_OF_1_2_0)) return false;
  for (const limit = Date.now() + LEAVE_MS; ; await pause(POLL_MS)) {
    if ((await execute(db, sql.CONNECTIONS_OF_1_2_0)).rows.length === 0) return false;
    if (Date.now() > limit) return true;
  }
}

/** Returns whether every migration of this build was applied; those of a newer build do not matter. */
export async function isMigrated(db: Knex): Promise<boolean> {
  const { pending } = await readSchema(db);
  return pending.length === 0;
}

/** Others get the tables for this time before the next try. */
const RETRY_PAUSE_MS = 2_000;
const TRIES = 300;
/** `lock_not_available`, and `query_canceled` of `statement_timeout`. */
const LOCK_NOT_AVAILABLE = ['55P03', '57014'];

/**
 * Locks every table against writers before any is altered. Locking one and then waiting for the next could deadlock with people who
 * work, and their transactions would fail. Call it in a transaction; it throws when a lock takes long.
 */
async function lockTables(trx: Knex): Promise<void> {
  const { names } = await firstRow<{ names: string | null }>(trx, sql.TABLE_NAMES);
  await execute(trx, sql.LIMIT_EACH_LOCK);
  if (!names) return;
  await execute(trx, sql.LIMIT_ALL_LOCKS);
  await execute(trx, sql.lockAgainstWriters(names));
  await execute(trx, sql.END_LIMIT);
}

/** Tries again after a lock timeout, because others queue behind us while we wait for a table. */
async function retryAfterOthers<Result>(work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_NOT_AVAILABLE.includes((error as { code?: string }).code ?? '') || tries === TRIES) throw error;
      if (tries === 1) onWait();
      await pause(RETRY_PAUSE_MS);
    }
  }
}

/** A standby that is further behind is not read. */
const BEHIND_MAX_MS = 60_000;
/** The standby gets this time to catch up with the primary. */
const CATCH_UP_MS = 1_000;
const POLL_MS = 50;
/** A standby that does not answer for this time is away, though its connection stands. */
const ANSWER_TIMEOUT_MS = 3_000;

/** Shows the database as it was at one moment: nothing is written there, and later writes are not seen. */
export interface ReplicaSnapshot {
  db: Knex;
  /** It has everything that was acknowledged by then. */
  asOf: Date;
  /** Ends its transaction. Idempotent. */
  end(): Promise<void>;
}

/** A hot standby of the database, for reads that are large and may be some seconds old. */
export interface ReadReplica {
  /** Returns how current it is. Throws why it cannot be read: away, no standby, or more than a minute behind. */
  asOf(): Promise<Date>;
  /** Opens a snapshot, which the caller ends. Throws as `asOf` does. */
  openSnapshot(): Promise<ReplicaSnapshot>;
}

interface ReplicaPosition {
  follows: boolean;
  isLevel: boolean;
  replayedAt: Date | null;
}

export function createReadReplica(primary: Knex, replica: Knex, { behindMaxMs = BEHIND_MAX_MS } = {}): ReadReplica {
  /** The primary's clock counts: a standby that has caught up is as of when the primary was asked, even if nobody has written for long. */
  async function asOf(): Promise<Date> {
    const { place, at } = await firstRow<{ place: string; at: Date }>(primary, sql.PRIMARY_PLACE);
    for (const limit = Date.now() + CATCH_UP_MS; ; await pause(POLL_MS)) {
      const position = await firstRow<ReplicaPosition>(replica, sql.REPLICA_PLACE, [place], { timeoutMs: ANSWER_TIMEOUT_MS });
      const { follows, isLevel, replayedAt } = position;
      if (!follows) throw new Error('it follows nobody');
      if (isLevel) return at;
      if (Date.now() < limit) continue;
      if (replayedAt && at.getTime() - replayedAt.getTime() <= behindMaxMs) return replayedAt;
      throw new Error(`it is as of ${replayedAt?.toISOString() ?? 'its beginning'}`);
    }
  }

  return {
    asOf,
    async openSnapshot() {
      const instant = await asOf();
      const db = await replica.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
      db.executionPromise.catch(() => {}); // the statements throw its failures themselves
      return {
        db,
        asOf: instant,
        async end() {
          if (!db.isCompleted()) await db.rollback().catch(() => {}); // a lost connection has ended it already
        },
      };
    },
  };
}
