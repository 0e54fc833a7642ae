import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { STOP_MS, startBeat, timed } from './timed.ts';

/** Figures read the changes one by one until they are added, so there may be as many as a busy minute makes. */
const BEAT_MS = 60_000;

/**
 * Adds the changes of work to its counts, beside the work of the process; several processes may. The first beat adopts the business zone, or the
 * next where it fails. Later ones leave it, because two processes with different zones would count again at each beat.
 */
export function startFoldingWorkCounts(
  { db, zone }: Core,
  log: Pick<Logger, 'warn' | 'error'>,
  beatMs = BEAT_MS,
  patienceMs = STOP_MS,
): { stop(): Promise<void> } {
  const { workCounts } = repositoriesOn(db, zone);
  let hasAdoptedZone = false;
  let hasWarned = false;
  const adopt = async () => {
    if (!hasAdoptedZone) await workCounts.adoptZone();
    hasAdoptedZone = true;
  };
  const add = async () => {
    // Counts that cannot be added are made anew by the adoption.
    await workCounts.fold().finally(adopt);
    const keptZone = await workCounts.keptZone();
    if (keptZone === zone || hasWarned) return;
    hasWarned = true;
    log.warn({ keptZone, zone }, 'counts by deadline have another BUSINESS_TZ: this process reads the activities');
  };
  return startBeat(
    beatMs,
    () =>
      timed('counts', add).catch((error: unknown) => {
        log.error({ err: error }, 'counts of work not added; the next try continues');
      }),
    patienceMs,
  );
}
