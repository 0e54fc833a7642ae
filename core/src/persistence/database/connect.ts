import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { knexSnakeCaseMappers } from 'objection';
import pg, { type Client } from 'pg';
import { keepNameMapping, withConnection } from './knex-internals.ts';
import { grantRoles } from './roles.ts';
import {
  ADOPT,
  APPLIED_MIGRATIONS,
  COMPILE_NOTHING,
  END_LIMIT,
  HAS_TABLE,
  LIMIT_ALL_LOCKS,
  LIMIT_EACH_LOCK,
  LOCK,
  lockAgainstWriters,
  PRIMARY_PLACE,
  REPLICA_PLACE,
  TABLE_NAMES,
  TRY_LOCK,
} from './server.sql.ts';
import { execute, firstRow } from './statement.ts';
import { boundStatements } from './statement-bounds.ts';

/** A pool or a transaction on it. */
export type Database = Knex;

// A DATE is a CalendarDate, never a local midnight; counts are numbers.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const MIGRATION_LOCK = 7_215_061;
const folder = new URL('../../../migrations/', import.meta.url);

/** A statement says so, because poolers refuse options of a connection. */
const refuseCompiling = (connection: Client, done: (error: Error | null, connection: Client) => void) =>
  void connection.query(COMPILE_NOTHING, (error) => done(error, connection));

/** A pool on the database; columns are snake_case there and camelCase here. `isPrepared` is what `prepared` in `statement.ts` asks. */
export function connect(url: string, { poolSize = 10, isPrepared = true }: { poolSize?: number; isPrepared?: boolean } = {}): Knex {
  const db = knex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'bitacora', connectionTimeoutMillis: 5_000, keepAlive: true },
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

/** The migrations of a database or a backup of version 1.2.0 as this build names them; others stay as they are. */
export function adoptNames(applied: readonly string[]): string[] {
  return applied.includes(LAST_OF_1_2_0) ? [RELEASE, ...applied.filter((name) => name > LAST_OF_1_2_0)] : [...applied];
}

/** Whether a database or a backup is of a version before 1.2.0, which this build cannot bring up to date. */
export const isBefore120 = (applied: readonly string[]): boolean => adoptNames(applied).includes(FIRST_OF_1_2_0);

/** Makes the schema of an earlier build where nothing has been made yet, with the migrations of these names. */
export async function migrateTo(db: Knex, names: readonly string[]): Promise<void> {
  const { getMigrations, getMigrationName, ...source } = migrationSource;
  const ofThatBuild = async () => (await getMigrations()).filter((name) => names.includes(getMigrationName(name)));
  await keepNameMapping(db, () => db.migrate.latest({ migrationSource: { ...source, getMigrationName, getMigrations: ofThatBuild } }));
}

/** Applies what is missing, in the caller's transaction. Returns the names applied. */
async function migrateAll(trx: Knex): Promise<string[]> {
  const [, applied] = (await keepNameMapping(trx, () => trx.migrate.latest({ migrationSource }))) as [number, string[]];
  return applied;
}

/** Until the transaction ends nobody else migrates: a process that starts waits for what comes of it. */
export async function holdMigrations(trx: Knex, onWait: () => void = () => {}): Promise<void> {
  if ((await firstRow<{ isLocked: boolean }>(trx, TRY_LOCK, [MIGRATION_LOCK])).isLocked) return;
  onWait();
  await execute(trx, LOCK, [MIGRATION_LOCK]);
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
        if ((await readApplied(trx)).includes(LAST_OF_1_2_0)) await execute(trx, ADOPT, { last: LAST_OF_1_2_0, release: RELEASE });
        return await migrateAll(trx);
      });
      await grantRoles(lock);
      return applied;
    }, onWait);
  });
}

export interface Schema {
  /** By name, in the order they were applied. */
  applied: string[];
  pending: string[];
  /** Applied, and unknown to this build: a newer one has been here. */
  unknown: string[];
}

/** The names that the database itself has. */
async function readApplied(db: Knex): Promise<string[]> {
  const { isThere } = await firstRow<{ isThere: boolean }>(db, HAS_TABLE, ['knex_migrations']);
  return isThere ? (await execute<{ name: string }>(db, APPLIED_MIGRATIONS)).rows.map(({ name }) => name) : [];
}

/** What has been made of the schema so far; writes nothing, also where nothing has. */
export async function readSchema(db: Knex): Promise<Schema> {
  const ownNames = (await migrationSource.getMigrations()).map(migrationSource.getMigrationName);
  const applied = adoptNames(await readApplied(db));
  return {
    applied,
    pending: ownNames.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ownNames.includes(name)),
  };
}

/** Whether every migration of this build has been applied; those of a newer one take nothing away from it. */
export async function isMigrated(db: Knex): Promise<boolean> {
  const { pending } = await readSchema(db);
  return pending.length === 0;
}

const LETS_PASS_MS = 2_000;
const TRIES = 300;
/** `lock_not_available`, and `query_canceled` of `statement_timeout`. */
const LOCK_NOT_AVAILABLE = ['55P03', '57014'];

/**
 * Locks every table against writers before any is altered. Locking one and then waiting for the next could deadlock with people who
 * work, and their transactions would fail. For a transaction; throws when it takes long.
 */
async function lockTables(trx: Knex): Promise<void> {
  const { names } = await firstRow<{ names: string | null }>(trx, TABLE_NAMES);
  await execute(trx, LIMIT_EACH_LOCK);
  if (!names) return;
  await execute(trx, LIMIT_ALL_LOCKS);
  await execute(trx, lockAgainstWriters(names));
  await execute(trx, END_LIMIT);
}

/** Others queue behind us while we wait for a table. After a time we release them, report it and try again. */
async function retryAfterOthers<Result>(work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_NOT_AVAILABLE.includes((error as { code?: string }).code ?? '') || tries === TRIES) throw error;
      if (tries === 1) onWait();
      await pause(LETS_PASS_MS);
    }
  }
}

/** A standby that is further behind is not read. */
const BEHIND_MAX_MS = 60_000;
/** How long it is given to come level with what the primary has kept. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 50;
/** A standby that answers nothing for so long is away, though its connection stands. */
const SILENT_MS = 3_000;

/** The database as it was at one moment: nothing is written there, and later writes are not seen. */
export interface ReplicaSnapshot {
  db: Knex;
  /** All that was acknowledged by then is in it. */
  asOf: Date;
  /** Lets go of it; may be called twice. */
  end(): Promise<void>;
}

/** A hot standby of the database, for reads that are large and may be some seconds old. */
export interface ReadReplica {
  /** As of when it is. Throws why it cannot be read: away, no standby, or more than a minute behind. */
  asOf(): Promise<Date>;
  /** One moment of it, held until it is ended. Throws as `asOf` does. */
  openSnapshot(): Promise<ReplicaSnapshot>;
}

interface ReplicaPosition {
  follows: boolean;
  isLevel: boolean;
  replayedAt: Date | null;
}

export function createReadReplica(primary: Knex, replica: Knex, { behindMaxMs = BEHIND_MAX_MS } = {}): ReadReplica {
  /** Measured by the primary's clock: one that is level is as of when the primary was asked, however long nobody has written. */
  async function asOf(): Promise<Date> {
    const { place, at } = await firstRow<{ place: string; at: Date }>(primary, PRIMARY_PLACE);
    for (const limit = Date.now() + PATIENCE_MS; ; await pause(LOOK_MS)) {
      const { follows, isLevel, replayedAt } = await firstRow<ReplicaPosition>(replica, REPLICA_PLACE, [place], { timeoutMs: SILENT_MS });
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
