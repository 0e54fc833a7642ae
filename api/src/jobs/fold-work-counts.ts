import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { startBeat, timed } from './timed.ts';

/** Figures read the changes one by one until they are added, so there may be as many as a busy minute makes. */
const BEAT_MS = 60_000;

/**
 * Adds the changes of work to its counts, beside the work of the process; several processes may. The first beat adopts the business zone. Later
 * ones leave it, because two processes with different zones would count again at each beat.
 */
export function startFoldingWorkCounts({ db, zone }: Core, log: Pick<Logger, 'error'>, beatMs = BEAT_MS): { stop(): Promise<void> } {
  let hasAdoptedZone = false;
  const add = async () => {
    const { workCounts } = repositoriesOn(db, zone);
    if (!hasAdoptedZone) await workCounts.adoptZone();
    hasAdoptedZone = true;
    await workCounts.fold();
  };
  return startBeat(beatMs, () =>
    timed('counts', add).catch((error: unknown) => {
      log.error({ err: error }, 'counts of work not added; the next try continues');
    }),
  );
}
