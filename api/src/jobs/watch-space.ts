import os from 'node:os';
import { leastFree } from '@bitacora/core/domain/admin/health';
import { bySystem, type Core } from '@bitacora/core/server';
import { watchSpace } from '@bitacora/core/use-cases/admin/server-status';
import type { Logger } from 'pino';
import type { DiskSpace } from '../monitoring/readiness.ts';
import { type Job, startBeat } from '../monitoring/run-jobs.ts';

const BEAT_MS = 30_000;

export interface SpaceJob {
  core: Core;
  diskSpace: Pick<DiskSpace, 'free' | 'minFreeBytes'>;
  log: Pick<Logger, 'warn'>;
}

/** Reads the free space and mails the administrators when it is little. Does nothing where it is unknown, or no space is kept. */
export async function notifySpaceLow({ core, diskSpace, log }: SpaceJob, host = os.hostname()): Promise<void> {
  const { minFreeBytes } = diskSpace;
  const freeBytes = leastFree(await diskSpace.free());
  if (freeBytes === null || minFreeBytes === 0) return;
  const input = { freeBytes, minFreeBytes, host };
  const { result: recipients } = await core.perform({ ...bySystem, useCase: watchSpace, input });
  if (recipients !== null) log.warn({ ...input, recipients }, 'space is low');
}

/** Checks the space every half minute until stopped. Several processes may run it. */
export const startWatchingSpace = (watching: SpaceJob): Job =>
  startBeat(BEAT_MS, () => notifySpaceLow(watching).catch((error: unknown) => watching.log.warn({ err: error }, 'space not watched')));
