import type { MailServerFault } from '../../domain/notifications/delivery-retry.ts';
import type { MailStop, RestoreDrill } from '../../persistence/installation.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { UseCase } from '../use-case.ts';

interface StoredDiagnosis {
  now: Date;
  databaseVersion: string;
  lateCount: number;
  lateSince: Date | null;
  failedCount: number;
  sweptAt: Date | null;
  /** What keeps every mail from the server, as the delivery met it. */
  mailStop: MailServerFault | null;
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
  mailStop: await repos.installation.mailStop(),
  unsearchableCount: await repos.activitySearch.countWithoutWords(),
});

interface StoredStatus {
  now: Date;
  databaseVersion: string;
  databaseBytes: number;
  mailWaiting: number;
  mailLateSince: Date | null;
  mailFailed: number;
  mailStop: MailStop | null;
  chatWaiting: number;
  chatPeople: number;
  pushWaiting: number;
  pushDevices: number;
  chatLateSince: Date | null;
  pushLateSince: Date | null;
  webhooksWaiting: number;
  webhookLateSince: Date | null;
  webhooksFailed: number;
  webhooksDisabled: number;
  sweptAt: Date | null;
  /** The scheduled moment that was swept last. */
  sweptUntil: Date | null;
  backupAt: Date | null;
  restoreDrillAt: Date | null;
  restoreDrillProblem: string | null;
}

const webhookFigures = async ({ webhookDeliveries }: Repositories) => {
  const { waiting, lateSince, failed, disabled } = await webhookDeliveries.figures();
  return { webhooksWaiting: waiting, webhookLateSince: lateSince, webhooksFailed: failed, webhooksDisabled: disabled };
};

/** When a backup was last restored as a drill, and why that failed. */
const drillOf = (drill: RestoreDrill | null) => ({ restoreDrillAt: drill?.at ?? null, restoreDrillProblem: drill?.problem ?? null });

/** The database's part of the state of the server. */
export const readStatus: UseCase<unknown, StoredStatus> = async ({ repos, now }) => ({
  now,
  databaseVersion: await repos.serverStatus.databaseVersion(),
  ...(await repos.serverStatus.counts(now)),
  ...(await webhookFigures(repos)),
  mailLateSince: (await repos.serverStatus.late(now)).lateSince,
  mailFailed: await repos.failedDigests.count(),
  mailStop: await repos.installation.mailStop(),
  sweptAt: await repos.serverStatus.sweptAt(now),
  sweptUntil: (await repos.reminders.lastDue(now)) ?? null,
  backupAt: await repos.installation.backupAt(),
  ...drillOf(await repos.installation.restoreDrill()),
});
