import type { UseCase } from '../use-case.ts';

interface StoredDiagnosis {
  now: Date;
  databaseVersion: string;
  lateCount: number;
  lateSince: Date | null;
  failedCount: number;
  sweptAt: Date | null;
  /** Activities that no search finds yet. */
  unsearchableCount: number;
}

/** What the database can tell of how the server is. */
export const readDiagnosis: UseCase<unknown, StoredDiagnosis> = async ({ repos, now }) => ({
  now,
  databaseVersion: await repos.serverStatus.databaseVersion(),
  ...(await repos.serverStatus.late(now)),
  failedCount: await repos.failedDigests.count(),
  sweptAt: await repos.serverStatus.sweptAt(now),
  unsearchableCount: await repos.activitySearch.countWithoutWords(),
});
