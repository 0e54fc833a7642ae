import { isProvenFromStart } from '@bitacora/core/domain/history/proof';
import { contradictions } from '@bitacora/core/domain/history/replay';
import { type Core, type Life, type Repositories, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';

const BATCH = 1_000;

/** What an activity from before is now, with what its history contradicts already. */
function baselineOf({ activity, history, stored }: Life) {
  const complaints = contradictions(activity, history);
  const { status, resolution, extendedTo, extensionReason, createdAt, startedAt, closedAt, verifiedAt, canceledAt } = activity;
  const state = { status, resolution, extendedTo, extensionReason, createdAt, startedAt, closedAt, verifiedAt, canceledAt };
  return {
    activityId: activity.id,
    throughId: history.at(-1)?.id ?? 0,
    facts: { ...stored, known: complaints, ...(complaints.length > 0 && { state }) },
  };
}

/** Answers the last activity looked at; null after the last of all, or where another process is at it. */
async function makeBatch({ audit, historyBaselines, historySeals }: Repositories, after: number): Promise<number | null> {
  if (!(await historySeals.lock()) || (await historyBaselines.complete())) return null;
  const lives = await audit.livesAfter(after, BATCH);
  await historyBaselines.add(lives.filter(({ history, baseline }) => !baseline && !isProvenFromStart(history)).map(baselineOf));
  if (lives.length === BATCH) return lives.at(-1)?.activity.id ?? null;
  await historyBaselines.addComplete();
  return null;
}

/**
 * Records every activity once, as it was when the history began to hold facts, so that changes of older rows are found too. It works in
 * batches; the next process continues after a crash.
 */
export async function makeBaselines({ db, zone }: Core, log: Pick<Logger, 'info'>, signal?: AbortSignal): Promise<void> {
  const { historyBaselines } = repositoriesOn(db, zone);
  if (await historyBaselines.complete()) return;
  let after: number | null = await historyBaselines.lastActivity();
  while (after !== null && !signal?.aborted) {
    const from: number = after;
    after = await db.transaction((trx) => makeBatch(repositoriesOn(trx, zone), from), { isolationLevel: 'repeatable read' });
  }
  const complete = await historyBaselines.complete();
  if (complete) log.info({ at: complete.at, ...complete.facts }, 'baseline of the history made');
}
