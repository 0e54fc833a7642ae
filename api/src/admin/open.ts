import { ownerOf } from '@bitacora/core/embedded-postgres/claim';
import { findCluster, findRunning } from '@bitacora/core/embedded-postgres/cluster';
import { changeEntriesOwner, prepareDataFolder } from '@bitacora/core/embedded-postgres/data-folder-owner';
import { startPostgres, startPostgresAs } from '@bitacora/core/embedded-postgres/start-postgres';
import { dataFolderOwner, isRoot } from '@bitacora/core/embedded-postgres/system-user';
import { connect, createCore, newSecret, repositoriesOn } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { demandDataFolder } from '../startup/data-folder.ts';
import { explainDatabaseProblem } from '../startup/open-database.ts';
import type { AdminCall } from './command.ts';
import { administration as texts } from './messages.ts';

export type OpenedDatabase = Pick<AdminCall, 'settings' | 'now' | 'report'>;
interface OpeningOptions {
  /** Makes the embedded database where there is none. */
  mayMake?: boolean;
  /** Refuses while Bitácora runs on it, and keeps it from starting. */
  isAlone?: boolean;
  /** With the role that owns the tables, where it is another than the one that works with them. */
  asOwner?: boolean;
  /** Where the address stands; unset: in the usual settings. */
  setting?: string | undefined;
}

const OWNER = 'npm run admin, proceso';

/** Refuses the database that another command has started: it goes when that command ends. */
async function demandLasting(url: string): Promise<void> {
  const owner = await ownerOf(url);
  if (owner?.startsWith(OWNER)) throw new Stopped(exits.refused, texts.othersDatabase(owner));
}

/** The database that the settings name: as a guest of the Bitácora that runs on it, else started for as long as the command takes. */
async function reach({ settings, report }: OpenedDatabase, { mayMake = false, isAlone = false, asOwner = false }: OpeningOptions) {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl) return { url: (asOwner && databaseOwnerUrl) || databaseUrl, stop: async () => {} };
  if (!mayMake && !findCluster(dataDir)) throw new Stopped(exits.refused, texts.noDatabase(dataDir));
  const running = isAlone ? null : await findRunning(dataDir);
  if (running) {
    await demandLasting(running);
    return { url: running, stop: async () => {} };
  }
  await demandDataFolder(dataDir);
  const options = { dataDir, owner: `${OWNER} ${process.pid}`, log: report };
  const user = prepareDataFolder(dataDir, { isEmbedded: true });
  return user ? startPostgresAs(user, options) : startPostgres(options);
}

/** A command as root leaves nothing behind that the API, which is not root, cannot read. A restore writes into folders of the API's user. */
function returnToOwner(dataDir: string, isDeep: boolean): void {
  const user = isRoot() ? dataFolderOwner(dataDir) : null;
  if (user) changeEntriesOwner(user, dataDir, { isDeep });
}

/** Calls `use` with the product's core on that database, in any state of its schema. Any secret will do, because no token is computed here. */
export async function onDatabase<Result>(
  opening: OpenedDatabase,
  wish: OpeningOptions,
  work: (core: ReturnType<typeof createCore>) => Promise<Result>,
): Promise<Result> {
  const server = await reach(opening, wish);
  const usual = server.url === opening.settings.databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  const db = connect(server.url, opening.settings);
  try {
    const zone = opening.settings.businessTimeZone;
    const { serverStatus } = repositoriesOn(db, zone);
    await serverStatus.now().catch((error) => explainDatabaseProblem(error, server.url, wish.setting ?? usual));
    return await work(createCore({ db, clock: opening.now, zone, secret: newSecret() }));
  } finally {
    await db.destroy();
    await server.stop();
    returnToOwner(opening.settings.dataDir, Boolean(wish.isAlone));
  }
}
