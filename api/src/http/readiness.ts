import { type Database, isMigrated } from '@bitacora/core/server';
import type { DiskSpace } from '../startup/disk-space.ts';
import { cachedFor } from './cached-for.ts';

/** Anybody may ask whether we are ready: the database is asked once in this time. */
const READY_MS = 1_000;

export type DatabaseState = 'ready' | 'database away' | 'database full';

/** Whether this process can work with its database: reachable, migrated, with space to write. */
export function watchDatabase(db: Database, diskSpace: Pick<DiskSpace, 'isDatabaseFull'>): () => Promise<DatabaseState> {
  const isReady = cachedFor(READY_MS, () => isMigrated(db).catch(() => false));
  return async () => {
    if (!(await isReady())) return 'database away';
    return (await diskSpace.isDatabaseFull()) ? 'database full' : 'ready';
  };
}
