import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { timed } from './timed.ts';

const BATCH = 500;
const LAST_FOLIO = 2_147_483_647;
/** A round leaves the activities that were locked. */
const ROUNDS = 3;

/**
 * Writes the words of activities that have none, the newest first: those of before the search had words, and those of a restored backup.
 * Triggers write all others. Each batch is its own short transaction, and several processes may do this at once.
 */
async function fillSearchWords({ db, zone }: Core, log: Pick<Logger, 'info'>, signal?: AbortSignal): Promise<number> {
  const { activitySearch } = repositoriesOn(db, zone);
  let filled = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const filledBefore = filled;
    for (let before = LAST_FOLIO; before > 0 && !signal?.aborted; ) {
      const batch = await activitySearch.fillWords(before, BATCH);
      filled += batch.total;
      before = batch.before;
    }
    if (filled === filledBefore) break;
    log.info({ activities: filled }, 'words of earlier activities written');
  }
  return filled;
}

/** Fills once, beside the work of the process. */
export function startFillingSearchWords(core: Core, log: Pick<Logger, 'info' | 'warn'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = timed('search', () => fillSearchWords(core, log, stopping.signal)).catch((error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'words of earlier activities not written; the next start continues');
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
