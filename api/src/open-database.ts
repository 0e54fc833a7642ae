import { assertDurable } from '@bitacora/core/embedded-postgres/assert-durable';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { administration } from '@bitacora/core/messages/administration';
import { connect, migrate } from '@bitacora/core/server';
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';

/** The database that the settings name, durable and migrated. `close` also ends the embedded server. */
export async function openDatabase(settings: Settings, log: Logger) {
  const server = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: async () => {} }
    : await startPostgres({
        dataDir: settings.dataDir,
        owner: `proceso ${process.pid}, ${settings.publicUrl}`,
        log: (sentence) => log.warn(sentence),
      });
  try {
    await assertDurable(server.url).catch((error) => explainAway(error, server.url));
    const db = connect(server.url, settings);
    const applied = await migrate(db, () => log.warn(administration.waits));
    if (applied.length) log.info({ migrations: applied.length }, 'Base de datos al día.');
    return {
      db,
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

/** Throws what keeps us from the database of that address, as a `StartProblem`. */
export function explainAway(error: Error & { code?: string }, url: string): never {
  if (error instanceof StartProblem) throw error;
  const { host, pathname } = new URL(url);
  throw new StartProblem(
    `No se pudo abrir la base de datos de DATABASE_URL (${host}${pathname}): ${error.message || error.code}. Revisa la dirección, el usuario y que PostgreSQL esté en marcha.`,
  );
}
