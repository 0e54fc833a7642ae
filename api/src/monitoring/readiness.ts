import { type FreeBytes, leastFree } from '@bitacora/core/domain/admin/health';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Database, isMigrated, repositoriesOn } from '@bitacora/core/server';
import { readFreeBytes } from '../storage/files.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { isDatabaseFull } from './database-failures.ts';
import { cacheFor } from './run-jobs.ts';

const READING_MS = 5_000;
/** While the database is full, a write is tried once in this time. */
const PROBE_MS = 1_000;
/** One segment of PostgreSQL's write-ahead log. With less space the next segment may stop it. */
const SEGMENT_BYTES = 16 * 1_024 * 1_024;

export interface DiskSpace {
  minFreeBytes: number;
  free(): Promise<FreeBytes>;
  /** Refuses an upload of so many bytes that would use the space kept for the database. */
  demandForUpload(bytes: number): Promise<void>;
  /** Takes the failure of a statement. A full disk is remembered until a write succeeds. */
  note(error: unknown): void;
  isDatabaseFull(): Promise<boolean>;
}

interface WatchedDisk {
  db: Database;
  zone: string;
  store: Pick<ImageStore, 'freeBytes'>;
  /** The embedded PostgreSQL has this folder; null where the database is elsewhere. */
  databaseFolder: string | null;
  minFreeBytes: number;
}

export function watchDiskSpace({ db, zone, store, databaseFolder, minFreeBytes }: WatchedDisk): DiskSpace {
  let isFull = false;
  const note = (error: unknown) => {
    if (isDatabaseFull(error)) isFull = true;
  };
  db.on('query-error', note);

  // The two are read apart, because a network folder of images that does not answer must not delay the database's figure.
  const storeFree = cacheFor(READING_MS, () => store.freeBytes().catch(() => null));
  const databaseFree = cacheFor(READING_MS, async () => (databaseFolder ? await readFreeBytes(databaseFolder).catch(() => null) : null));
  const free = async () => ({ store: await storeFree(), database: await databaseFree() });
  const canWrite = cacheFor(PROBE_MS, () =>
    db
      .transaction((trx) => repositoriesOn(trx, zone).installation.probeWriting())
      .then(
        () => true,
        () => false,
      ),
  );

  return {
    minFreeBytes,
    free,
    note,
    async demandForUpload(bytes) {
      const least = leastFree(await free());
      if (least !== null && least - bytes < minFreeBytes) throw new Refused({ code: 'storage.low' });
    },
    async isDatabaseFull() {
      const database = await databaseFree();
      if (database !== null && database < SEGMENT_BYTES) return true;
      if (isFull && (await canWrite())) isFull = false;
      return isFull;
    },
  };
}

/** The database is asked once in this time, because anybody may ask whether we are ready. */
const READY_MS = 1_000;

export type DatabaseState = 'ready' | 'database away' | 'database full';

export function watchDatabase(db: Database, diskSpace: Pick<DiskSpace, 'isDatabaseFull'>): () => Promise<DatabaseState> {
  const isReady = cacheFor(READY_MS, () => isMigrated(db).catch(() => false));
  return async () => {
    if (!(await isReady())) return 'database away';
    return (await diskSpace.isDatabaseFull()) ? 'database full' : 'ready';
  };
}
