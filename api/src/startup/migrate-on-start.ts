import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { connect, type Database, enrol, holdMigrations, mayMigrate, migrate, roleOf, schemaOf } from '@bitacora/core/server';
import { administration as texts } from '../admin/messages.ts';
import { explainDatabaseProblem } from './database-problem.ts';

/** What PostgreSQL answers whoever was not granted a table. */
const DENIED = '42501';

/** A newer version's tables are not for an earlier owner: what it grants would not know of them. */
async function demandNoNewer(owner: Database): Promise<void> {
  const { unknown } = await schemaOf(owner);
  if (unknown.length > 0) throw new StartProblem(texts.newerSchema(unknown));
}

/** As the owner of the tables: migrates, and lets the role we work with do no more than work. */
async function asOwner(url: string, app: Database, onWait: () => void): Promise<string[]> {
  const owner = connect(url, { poolSize: 4 });
  try {
    const role = await roleOf(app);
    const itself = await roleOf(owner).catch((error) => explainDatabaseProblem(error, url, 'DATABASE_OWNER_URL'));
    if (!(await mayMigrate(owner))) throw new StartProblem(texts.notOwner);
    await demandNoNewer(owner);
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
    await demandNoNewer(db);
    return migrate(db, onWait);
  }
  const { pending } = await schemaOf(db).catch(async (error) => {
    throw error.code === DENIED ? new StartProblem(texts.needsGrants(await roleOf(db))) : error;
  });
  if (pending.length > 0) throw new StartProblem(texts.needsOwner(pending.length));
  return [];
}
