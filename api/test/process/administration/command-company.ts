import fs from 'node:fs';
import path from 'node:path';
import { migrate } from '@bitacora/core/server';
import { firstStart } from '../../../src/startup/first-start.ts';
import { fileStore } from '../../../src/storage/image-store.ts';
import { claimFolder } from '../../../src/storage/open-store.ts';
import { copyOf } from '../copy-of.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { dataFolder } from '../product.ts';
import { remove } from '../traces.ts';

const log = { info: () => {}, warn: () => {} };
const zone = 'America/Mexico_City';

async function coreOn({ db }: OutsidePostgres, dataDir: string) {
  return { core: { db, clock: () => new Date(), zone }, store: await fileStore(path.join(dataDir, 'images')) };
}

async function foundDemo(folder: string) {
  const postgres = await outsidePostgres({}, folder);
  await migrate(postgres.db);
  const { core, store } = await coreOn(postgres, folder);
  await claimFolder(core, store);
  await firstStart({ core, store, log, settings: { wantsDemo: true, admin: undefined, isProduction: true } });
  await postgres.stop();
}

/** A PostgreSQL and a data folder of the test's own: empty and migrated, or with the demo company and its images. */
export async function company({ isDemo = false } = {}) {
  const postgres = await outsidePostgres({}, isDemo ? await copyOf('demo-outside', foundDemo) : undefined);
  const dataDir = dataFolder();
  if (isDemo) fs.renameSync(path.join(postgres.folder, 'images'), path.join(dataDir, 'images'));
  else {
    const { core, store } = await coreOn(postgres, dataDir);
    await claimFolder(core, store);
  }
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
