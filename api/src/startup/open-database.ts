import { assertDurable } from '@bitacora/core/embedded-postgres/assert-durable';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { connect } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { administration } from '../admin/messages.ts';
import type { Settings } from '../settings.ts';
import { explainDatabaseProblem } from './database-problem.ts';
import { migrateOnStart } from './migrate-on-start.ts';

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
    const applied = await migrateOnStart(db, server.url, () => log.warn(administration.waits)).catch(async (error) => {
      await db.destroy();
      throw error;
    });
    if (applied.length) log.info({ migrations: applied.length }, 'Base de datos al día.');
    return {
      db,
      /** Of the embedded PostgreSQL; null where it is elsewhere. */
      folder: server.folder,
      close: async () => {
        await db.destroy();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
