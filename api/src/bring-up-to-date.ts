import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { administration as texts } from '@bitacora/core/messages/administration';
import { connect, type Database, enrol, holdMigrations, mayMigrate, migrate, roleOf, schemaOf } from '@bitacora/core/server';
import { explainAway } from './database-problem.ts';

/** As the owner of the tables: migrates, and lets the role we work with do no more than work. */
async function asOwner(url: string, app: Database, onWait: () => void): Promise<string[]> {
  const owner = connect(url, { poolSize: 4 });
  try {
    const role = await roleOf(app);
    const itself = await roleOf(owner).catch((error) => explainAway(error, url, 'DATABASE_OWNER_URL'));
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
export async function bringUpToDate(db: Database, ownerUrl: string | undefined, onWait: () => void): Promise<string[]> {
  if (ownerUrl) return asOwner(ownerUrl, db, onWait);
  if (await mayMigrate(db)) return migrate(db, onWait);
  const { pending } = await schemaOf(db);
  if (pending.length > 0) throw new StartProblem(texts.needsOwner(pending.length));
  return [];
}
