import path from 'node:path';
import { migrate } from '@bitacora/core/server';
import { firstStart } from '../../../src/startup/first-start.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { claimFolder } from '../../../src/storage/open-store.ts';
import { outsidePostgres } from '../outside-postgres.ts';
import { dataFolder } from '../product.ts';
import { remove } from '../traces.ts';

const log = { info: () => {}, warn: () => {} };
const zone = 'America/Mexico_City';

/** A PostgreSQL and a data folder of the test's own: empty and migrated, or with the demo company and its images. */
export async function company({ isDemo = false } = {}) {
  const postgres = await outsidePostgres();
  const dataDir = dataFolder();
  await migrate(postgres.db);
  const core = { db: postgres.db, clock: () => new Date(), zone };
  const store = await fileStore(path.join(dataDir, 'images'));
  await claimFolder(core, store);
  if (isDemo) await firstStart({ core, store, log, settings: { wantsDemo: true, admin: undefined } });
  return {
    db: postgres.db,
    url: postgres.url,
    dataDir,
    images: path.join(dataDir, 'images'),
    env: { DATABASE_URL: postgres.url, DATA_DIR: dataDir },
    /** How a product is started on it. */
    settings: postgres.settings,
    close: async () => {
      await postgres.close();
      remove(dataDir);
    },
  };
}

export type Company = Awaited<ReturnType<typeof company>>;
