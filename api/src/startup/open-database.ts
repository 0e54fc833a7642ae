import { setTimeout as pause } from 'node:timers/promises';
import { assertDurable, startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import {
  connect,
  type Database,
  enrol,
  holdMigrations,
  is120Connected,
  isBefore120,
  mayMigrate,
  migrate,
  readRole,
  readSchema,
} from '@bitacora/core/server';
import { StartProblem } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import { schemaTexts, startTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';

/** Throws a `StartProblem` that explains why the database cannot be reached. `setting` holds its address. */
export function explainDatabaseProblem(error: Error & { code?: string }, url: string, setting = 'DATABASE_URL'): never {
  if (error instanceof StartProblem) throw error;
  const { host, pathname } = new URL(url);
  throw new StartProblem(startTexts.databaseAway(setting, `${host}${pathname}`, error.message || String(error.code)));
}

/** PostgreSQL's code for a missing grant. */
const DENIED = '42501';

/**
 * Refuses a schema of another version, and one that 1.2.0 still works on. A newer version's tables are not for an earlier owner, because what
 * it grants would not know of them.
 */
async function demandOwnSchema(owner: Database): Promise<void> {
  const { unknown } = await readSchema(owner);
  if (isBefore120(unknown)) throw new StartProblem(schemaTexts.olderSchema);
  if (unknown.length > 0) throw new StartProblem(schemaTexts.newerSchema(unknown));
  if (await is120Connected(owner)) throw new StartProblem(schemaTexts.earlierRuns);
}

/** Migrates as the owner of the tables, and grants our working role only what it needs. */
async function asOwner(url: string, app: Database, onWait: () => void): Promise<string[]> {
  const owner = connect(url, { poolSize: 4 });
  try {
    const role = await readRole(app);
    const itself = await readRole(owner).catch((error) => explainDatabaseProblem(error, url, 'DATABASE_OWNER_URL'));
    if (!(await mayMigrate(owner))) throw new StartProblem(schemaTexts.notOwner);
    await demandOwnSchema(owner);
    if (itself !== role)
      await owner.transaction(async (trx) => {
        await holdMigrations(trx, onWait);
        await enrol(trx, role, 'app');
      });
    return await migrate(owner, onWait);
  } finally {
    await owner.destroy();
  }
}

/**
 * Migrates, as the owner where one is set. A role that owns nothing changes nothing, and starts only where nothing is missing. Answers the
 * names applied.
 */
export async function migrateOnStart(db: Database, ownerUrl: string | undefined, onWait: () => void): Promise<string[]> {
  if (ownerUrl) return asOwner(ownerUrl, db, onWait);
  if (await mayMigrate(db)) {
    await demandOwnSchema(db);
    return migrate(db, onWait);
  }
  const { pending, unknown } = await readSchema(db).catch(async (error) => {
    throw error.code === DENIED ? new StartProblem(schemaTexts.needsGrants(await readRole(db))) : error;
  });
  if (isBefore120(unknown)) throw new StartProblem(schemaTexts.olderSchema);
  if (pending.length > 0) throw new StartProblem(schemaTexts.needsOwner(pending.length));
  return [];
}

/** Closing waits this long. PostgreSQL rolls longer statements back when the process has ended. */
const CLOSE_MS = 5_000;

/** The database that the settings name, durable and migrated. `close` also ends the embedded server. */
export async function openDatabase(settings: Settings, log: Logger) {
  const server = settings.databaseUrl
    ? { appUrl: settings.databaseUrl, url: settings.databaseOwnerUrl, folder: null, stop: async () => {} }
    : await startPostgres({
        dataDir: settings.dataDir,
        owner: `proceso ${process.pid}, ${settings.publicUrl}`,
        log: (sentence) => log.warn(sentence),
      });
  try {
    await assertDurable(server.appUrl).catch((error) => explainDatabaseProblem(error, server.appUrl));
    const db = connect(server.appUrl, settings);
    const applied = await migrateOnStart(db, server.url, () => log.warn(schemaTexts.waits)).catch(async (error) => {
      await db.destroy();
      throw error;
    });
    if (applied.length) log.info({ migrations: applied.length }, 'database migrated');
    return {
      db,
      /** For the role that the product works with. */
      url: server.appUrl,
      /** The embedded PostgreSQL has it; null where the database is elsewhere. */
      folder: server.folder,
      close: async () => {
        await Promise.race([db.destroy(), pause(CLOSE_MS, undefined, { ref: false })]);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
