import { type DueWork, repositoriesOn } from '@bitacora/core/server';
import type { GuardedCore } from './clock-guard.ts';
import { cacheFor } from './run-jobs.ts';

/** Each lane of deliveries looks for work this often. */
export const POLL_MS = 2_000;

/** Lanes wake together, so a look serves all of them if it is a little younger than the pause. */
const SHARED_MS = POLL_MS - 200;

const noWork: DueWork = { isDue: false, isPushDue: false, isWaiting: false, webhookIds: [] };

/** Reads what mail, push and webhooks have to deliver, in one statement for all lanes that share it. Nothing is due while the clock is in doubt. */
export function pollDueWork({ core, clockGuard }: GuardedCore): () => Promise<DueWork> {
  const { outbox } = repositoriesOn(core.db, core.zone);
  return cacheFor(SHARED_MS, async () => (clockGuard && !(await clockGuard.mayAct()) ? noWork : outbox.findDueWork(core.clock())));
}
