import { DELIVERY_KEPT_MS } from '@bitacora/core/domain/admin/webhook';
import { bySystem, type Core, repositoriesOn } from '@bitacora/core/server';
import { resealSecrets } from '@bitacora/core/use-cases/admin/reseal-secrets';
import { LISTED_MS } from '@bitacora/core/use-cases/notifications/own-notifications';
import type { Logger } from 'pino';
import type { ClockGuard } from '../monitoring/clock-guard.ts';
import { type Job, measureJob, startBeat } from '../monitoring/run-jobs.ts';
import { type ImageStore, parseImageId } from '../storage/image-store.ts';
import { ownsFolder, sortNames } from '../storage/open-store.ts';

const HOUR_MS = 3_600_000;
/** Younger files are left alone, because an upload is stored before its row. */
const ORPHAN_AGE_MS = HOUR_MS;
const QUARANTINE_MS = 30 * 24 * HOUR_MS;

/** Numbers of files that were put back, quarantined and removed. With `isShared` no image was removed. */
export interface CleanedImages {
  isShared: boolean;
  putBack: number;
  quarantinedCount: number;
  forgotten: number;
}

/**
 * Quarantines image files that no row names, because a killed process left them or an older dump was restored. Files that a row names
 * again are put back. The others are removed after thirty days, those of withdrawn images at once. Nothing is removed where several
 * databases share the folder.
 */
export async function cleanUpImages(core: Core, store: ImageStore): Promise<CleanedImages> {
  const outcome: CleanedImages = { isShared: false, putBack: 0, quarantinedCount: 0, forgotten: 0 };
  for await (const { named } of sortNames(core, await store.quarantine.names())) {
    for (const name of named) await store.quarantine.putBack(name);
    outcome.putBack += named.length;
  }
  if (!(await ownsFolder(core, store))) return { ...outcome, isShared: true };

  const now = core.clock();
  const { images } = repositoriesOn(core.db, core.zone);
  for await (const { unnamed } of sortNames(core, store.listOlderThan(ORPHAN_AGE_MS))) {
    const withdrawnIds = await images.withdrawn(unnamed.map(parseImageId));
    for (const name of unnamed) await (withdrawnIds.has(parseImageId(name)) ? store.remove(name) : store.quarantine.add(name, now));
    outcome.quarantinedCount += unnamed.length;
  }
  outcome.forgotten = await store.quarantine.forgetBefore(new Date(now.getTime() - QUARANTINE_MS));
  return outcome;
}

const DOUBT_MS = 60_000;

/** Removes ended sessions, old idempotency keys, expired tokens, old notifications and cards, and orphan images. */
export async function cleanUp(core: Core, store: ImageStore, log: Logger): Promise<CleanedImages> {
  const repos = repositoriesOn(core.db, core.zone);
  const { passwordResets, emailChanges, emailReversals, deviceAuthorizations, passwordExceptions } = repos;
  const { idempotencyKeys, knownDevices, knownNetworks, loginDelays, chatCards, chatTasks, topicChannels } = repos;
  const now = core.clock();
  await repos.sessions.forgetEnded(now);
  for (const repo of [passwordResets, emailChanges, emailReversals, deviceAuthorizations, passwordExceptions])
    await repo.forgetExpired(now);
  for (const repo of [idempotencyKeys, knownDevices, knownNetworks, loginDelays, chatCards, chatTasks, topicChannels])
    await repo.forgetOld(now);
  await repos.webhookDeliveries.forgetBefore(new Date(now.getTime() - DELIVERY_KEPT_MS));
  await repos.notifications.forgetBefore(new Date(now.getTime() - LISTED_MS));
  const expired = await repos.outbox.giveUpOld(now);
  if (expired > 0) log.error({ notifications: expired }, 'notifications given up: nobody delivered them in a week');
  return cleanUpImages(core, store);
}

function report({ isShared, ...images }: CleanedImages, { folder }: ImageStore, log: Logger): void {
  if (Object.values(images).some((files) => files > 0)) log.info(images, 'images cleaned up');
  if (isShared)
    log.warn(
      { folder },
      'the image folder holds markers of several databases: no image is removed; give each its own DATA_DIR, or delete the file database-… of one that is gone',
    );
}

interface CleanUpJob {
  clockGuard?: ClockGuard;
  beatMs?: number;
}

/**
 * Cleans up at once and every hour until stopped; several processes may. It seals secrets anew only from the second time on. At the
 * first, a process that has not restarted yet may know the previous secret alone.
 */
export function startCleanUp(core: Core, store: ImageStore, log: Logger, { clockGuard, beatMs = HOUR_MS }: CleanUpJob = {}): Job {
  let isFirst = true;
  let mayAct = true;
  const run = async () => {
    if (!isFirst) await core.perform({ ...bySystem, useCase: resealSecrets, input: {} });
    isFirst = false;
    return cleanUp(core, store, log);
  };
  return startBeat(
    () => (mayAct ? beatMs : Math.min(beatMs, DOUBT_MS)),
    async () => {
      mayAct = await (clockGuard?.mayAct().catch(() => false) ?? true);
      if (!mayAct) return;
      await measureJob('tidy', run).then(
        (images) => report(images, store, log),
        (error: unknown) => log.warn({ err: error }, 'clean-up failed'),
      );
    },
  );
}
