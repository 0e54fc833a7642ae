import { isSpaceEnough, isSpaceLow } from '../../domain/admin/health.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import type { MailServerFault } from '../../domain/notifications/delivery.ts';
import type { RestoreDrill } from '../../persistence/admin/installation.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { OpenContext, OpenUseCase } from '../use-case.ts';

export const readDiagnosis = async ({ repos, now }: OpenContext) => ({
  now,
  databaseVersion: await repos.serverStatus.databaseVersion(),
  ...(await repos.serverStatus.late(now)),
  failedCount: await repos.failedDigests.count(),
  remindersRunAt: await repos.serverStatus.remindersRunAt(now),
  mailStop: await repos.installation.mailStop(),
  unsearchableCount: await repos.missingWords.count(),
});

const webhookFigures = async ({ webhookDeliveries }: Repositories) => {
  const { waiting, lateSince, failed, disabled } = await webhookDeliveries.figures();
  return { webhooksWaiting: waiting, webhookLateSince: lateSince, webhooksFailed: failed, webhooksDisabled: disabled };
};

const drillFields = (drill: RestoreDrill | null) => ({ restoreDrillAt: drill?.at ?? null, restoreDrillProblem: drill?.problem ?? null });

export const readStatus = async ({ repos, now }: OpenContext) => ({
  now,
  databaseVersion: await repos.serverStatus.databaseVersion(),
  ...(await repos.serverStatus.counts(now)),
  ...(await webhookFigures(repos)),
  mailLateSince: (await repos.serverStatus.late(now)).lateSince,
  mailFailed: await repos.failedDigests.count(),
  mailStop: await repos.installation.mailStop(),
  remindersRunAt: await repos.serverStatus.remindersRunAt(now),
  remindersRunUntil: (await repos.reminders.lastDue(now)) ?? null,
  backupAt: await repos.installation.backupAt(),
  ...drillFields(await repos.installation.restoreDrill()),
});

/** A server that was removed never says that it has space again, so another one may after a day. */
const FORGOTTEN_MS = DAY_MS;

export interface SpaceReading {
  freeBytes: number;
  minFreeBytes: number;
  /** The host that read it, because several servers may have several disks. */
  host: string;
}

async function notifyDevelopers({ users, outbox }: Repositories, now: Date, kind: 'spaceLow' | 'mailStopped', facts: object) {
  const developers = await users.activeDevelopers();
  for (const recipientId of developers)
    await outbox.add({ key: `${kind}:${now.toISOString()}:${recipientId}`, kind, recipientId, facts: { ...facts } }, now);
  return developers;
}

/**
 * Notifies every active Desarrollador by email that space is low: once, until there was enough again. Returns how many were notified; null
 * where nothing was to be sent.
 */
export const watchSpace: OpenUseCase<SpaceReading, number | null> = async ({ repos, input, now }) => {
  const { freeBytes, minFreeBytes, host } = input;
  const [isLow, isEnough] = [isSpaceLow(freeBytes, minFreeBytes), isSpaceEnough(freeBytes, minFreeBytes)];
  if (!isLow && !isEnough) return null;
  const notice = await repos.installation.holdSpaceNotice();
  if (isEnough && notice && (notice.host === host || now.getTime() - notice.since.getTime() > FORGOTTEN_MS))
    await repos.installation.endSpaceNotice();
  if (!isLow || notice) return null;
  await repos.installation.addSpaceNotice({ host, since: now });
  return (await notifyDevelopers(repos, now, 'spaceLow', input)).length;
};

/**
 * Records what keeps every mail from the mail server, and notifies every active Desarrollador: once, until a mail got through. The web and
 * their chat say it at once; their mail leaves with the first that do. Returns how many were notified; null where nothing was to be sent.
 */
export const watchMailServer: OpenUseCase<{ fault: MailServerFault | null }, number | null> = async ({ repos, input: { fault }, now }) => {
  if (!fault) {
    if (await repos.installation.mailStop()) await repos.installation.endMailStop();
    return null;
  }
  if (!(await repos.installation.beginMailStop({ ...fault, since: now }))) return null;
  const developers = await notifyDevelopers(repos, now, 'mailStopped', { ...fault, since: now.toISOString() });
  await repos.chatTasks.planMailStop(developers, now);
  return developers.length;
};
