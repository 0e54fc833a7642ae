import path from 'node:path';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { connect, migrate } from '@bitacora/core/server';
import { given } from '../../../core/test/factories.ts';
import { copyOf } from './copy-of.ts';
import { remove } from './traces.ts';

/** What processes that serve one company share. */
export const SESSION_SECRET = 'what two processes of one company share, and tests know';

/** A folder with a PostgreSQL whose database is migrated and empty. */
const migrated = () =>
  copyOf('migrated', async (folder) => {
    const postgres = await outsidePostgres({}, folder);
    await migrate(postgres.db);
    await postgres.stop();
  });

/**
 * A durable PostgreSQL of the test's own, for products started with `DATABASE_URL`, and the folder it lives in: migrated, unless
 * `place` is given. `configuration` is the server's, beside its defaults.
 */
export async function outsidePostgres(configuration: Record<string, string> = {}, place?: string) {
  const folder = place ?? (await migrated());
  const options = { settings: configuration, programs: process.env.TEST_POSTGRES_BIN };
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), ...options });
  const db = connect(server.url);
  const stop = async () => {
    await db.destroy();
    await server.stop();
  };
  return {
    folder,
    url: server.url,
    db,
    /** How a product is started on it, at full speed. */
    settings: { DATABASE_URL: server.url, SESSION_SECRET, RATE_LIMIT_FACTOR: '1000', SCHEDULER: 'off' },
    given: given(db),
    stop,
    close: async () => {
      await stop();
      remove(path.join(folder, 'postgres'));
      remove(folder);
    },
  };
}

export type OutsidePostgres = Awaited<ReturnType<typeof outsidePostgres>>;
