import { createCore, type Database, repositoriesOn } from '@bitacora/core/server';
import { keptSecret } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import { readBootMemory } from '../jobs/boot-memory.ts';
import { createClockGuard } from '../jobs/clock-guard.ts';
import { smtpAccessOf } from '../mail/open-mailer.ts';
import { watchSlowQueries } from '../monitoring/log.ts';
import type { Settings } from '../settings.ts';
import { claimedStore, openStore } from '../storage/open-store.ts';
import { demandSameSecret, finishKilledRotation } from './data-folder.ts';
import { watchDiskSpace } from './disk-space.ts';

interface OpenDatabase {
  db: Database;
  /** Of the embedded PostgreSQL; null where it is elsewhere. */
  folder: string | null;
}

/** What every process of ours works with, on a database that is open and migrated. */
export async function openParts(settings: Settings, { db, folder }: OpenDatabase, log: Logger) {
  if (settings.slowQueryMs > 0) watchSlowQueries(db, settings.slowQueryMs, log);
  const { dataDir, businessTimeZone: zone, previousSessionSecret: previousSecret } = settings;
  if (settings.sessionSecret === undefined) await finishKilledRotation({ db, zone, dataDir });
  const secret = settings.sessionSecret ?? keptSecret(dataDir, 'session-secret');
  const core = createCore({ db, clock: () => new Date(), zone, secret, previousSecret });
  await demandSameSecret(core);
  const store = await claimedStore(core, await openStore(settings), log);
  const { serverStatus, historyBaselines } = repositoriesOn(db, zone);
  return {
    core,
    store,
    diskSpace: watchDiskSpace({ ...core, store, databaseFolder: folder, minFreeBytes: settings.minFreeBytes }),
    clockGuard: createClockGuard({
      clock: core.clock,
      databaseNow: () => serverStatus.now(),
      log,
      noteJump: (jump) => historyBaselines.noteJump(jump),
      ...readBootMemory(dataDir),
    }),
    access: await smtpAccessOf(settings),
  };
}
