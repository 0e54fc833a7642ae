import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { type Job, measureJob, startBeat } from '../monitoring/run-jobs.ts';

const BATCH = 20;
const LAST_FOLIO = 2_147_483_647;
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 5 * 60_000;

/**
 * Writes the words of names and activities that have none, the newest activities first: earlier ones than the search, and those of a restored
 * backup. Acts write all others. A batch is one transaction. Answers whether nothing is left, which a locked activity or another process prevents.
 */
async function fillOnce({ db, zone }: Core, log: Pick<Logger, 'info'>, signal: AbortSignal): Promise<boolean> {
  const { missingWords } = repositoriesOn(db, zone);
  await missingWords.fillNames();
  let left = 0;
  let filled = 0;
  let isOurs = true;
  for (let before = LAST_FOLIO; isOurs && before > 0 && !signal.aborted; ) {
    const batch = await missingWords.fill(before, BATCH);
    left += batch.missing - batch.filled;
    filled += batch.filled;
    ({ before, isOurs } = batch);
  }
  if (filled > 0) log.info({ activities: filled }, 'words of earlier activities written');
  return isOurs && left === 0 && !signal.aborted;
}

/** Fills beside the work of the process until nothing is left. A pause doubles after each try, because a failure may last. */
export function startFillingSearchWords(core: Core, log: Pick<Logger, 'info' | 'warn'>, pauseMs = PAUSE_MS): Job {
  let isDone = false;
  let nextMs = pauseMs / 2; // because each try doubles it
  return startBeat(
    () => (isDone ? null : nextMs),
    async (signal) => {
      nextMs = Math.min(nextMs * 2, PAUSE_MAX_MS);
      isDone = await measureJob('search', () => fillOnce(core, log, signal)).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, nextMs }, 'words of earlier activities not written; the next try continues');
        return false;
      });
    },
  );
}
