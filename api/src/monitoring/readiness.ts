import { Refused } from '@bitacora/core/domain/refusal';
import { type FreeBytes, leastFree } from '@bitacora/core/domain/server/health';
import { type Database, isMigrated, repositoriesOn } from '@bitacora/core/server';
import { freeBytesOf } from '../storage/files.ts';
import type { ImageStore } from '../storage/image-store.ts';

/** Answers what was read within the last `ms`; however many ask at once, one read is under way. */
export function cachedFor<Value>(
  ms: number,
  read: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  let readAt = 0;
  let isPending = false;
  return () => {
    if (current && (isPending || now() - readAt < ms)) return current;
    isPending = true;
    current = read().finally(() => {
      isPending = false;
      readAt = now();
    });
    return current;
  };
}

interface DatabaseError {
  code?: string;
  name?: string;
  message?: string;
}
/** Objection wraps what the driver threw. */
const failureOf = (error: unknown): DatabaseError => {
  const failure = (error ?? {}) as DatabaseError & { nativeError?: DatabaseError };
  return failure.nativeError ?? failure;
};

/**
 * PostgreSQL is stopping, starting, out of connections (its class 57P and 53300) or cannot read its own files (58030), or nobody
 * listens.
 */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '58030',
  '08006',
  '08001',
  '08003',
]);

/** What pg says of a connection that was cut; knex puts the statement before it. */
const cut =
  /(^| - )(Connection (terminated|ended)|timeout expired|Client (has encountered a connection error|was closed) and is not queryable)/;

export function isDatabaseAway(error: unknown): boolean {
  const { code, name, message = '' } = failureOf(error);
  return (awayCodes.has(code ?? '') && !isDatabaseFull(error)) || name === 'KnexTimeoutError' || cut.test(message);
}

/**
 * Memory, descriptors or a configured limit ran out (53200, 53000, 53400), or a deadlock was broken (40P01): the same request may
 * succeed a moment later.
 */
const busyCodes = new Set(['53000', '53200', '53400', '40P01']);
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(failureOf(error).code ?? '');

/** PostgreSQL gives an exceeded quota, and some full disks, a code for everything (XX000, 58030) and the system's own words. */
const fullWords = /No space left on device|Disk quota exceeded/;
export function isDatabaseFull(error: unknown): boolean {
  const { code, message = '' } = failureOf(error);
  return code === '53100' || ((code === '58030' || code === 'XX000') && fullWords.test(message));
}

/** The same of files that we write ourselves. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(failureOf(error).code ?? '');

/** A reading of the file system serves everybody for so long. */
const READING_MS = 5_000;
/** While the database is full, a write is tried at most so often. */
const PROBE_MS = 1_000;
/** One segment of PostgreSQL's write-ahead log: with less, its next one may stop it. */
const SEGMENT_BYTES = 16 * 1_024 * 1_024;

export interface DiskSpace {
  /** Below it no upload is taken. */
  minFreeBytes: number;
  free(): Promise<FreeBytes>;
  /** Refuses an upload of so many bytes that would use the space kept for the database. */
  demandForUpload(bytes: number): Promise<void>;
  /** A failure of any statement: one that found the disk full is remembered until a write succeeds. */
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

  // Apart, so that a network folder of images that does not answer holds up nobody who asks for the database.
  const storeFree = cachedFor(READING_MS, () => store.freeBytes().catch(() => null));
  const databaseFree = cachedFor(READING_MS, async () => (databaseFolder ? await freeBytesOf(databaseFolder).catch(() => null) : null));
  const free = async () => ({ store: await storeFree(), database: await databaseFree() });
  const canWrite = cachedFor(PROBE_MS, () =>
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
