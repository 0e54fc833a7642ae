import path from 'node:path';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { connect } from '@bitacora/core/server';
import { given } from '../../../core/test/factories.ts';
import { dataFolder } from './product.ts';
import { remove } from './traces.ts';

/** What processes that serve one company share. */
export const SESSION_SECRET = 'what two processes of one company share, and tests know';

/**
 * A durable PostgreSQL of the test's own, for products started with `DATABASE_URL`, and the folder it lives in. `configuration` is the
 * server's, beside its defaults.
 */
export async function outsidePostgres(configuration: Record<string, string> = {}) {
  const folder = dataFolder();
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), settings: configuration });
  const db = connect(server.url);
  return {
    folder,
    url: server.url,
    db,
    /** How a product is started on it, at full speed. */
    settings: { DATABASE_URL: server.url, SESSION_SECRET, RATE_LIMIT_FACTOR: '1000', SCHEDULER: 'off' },
    given: given(db),
    close: async () => {
      await db.destroy();
      await server.stop();
      remove(path.join(folder, 'postgres'));
      remove(folder);
    },
  };
}

export type OutsidePostgres = Awaited<ReturnType<typeof outsidePostgres>>;
