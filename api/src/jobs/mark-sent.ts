import { setTimeout } from 'node:timers/promises';
import { type ClaimedDigest, repositoriesOn } from '@bitacora/core/server';
import { about, type Delivery, type DeliveryOutcome } from './deliver-digest.ts';

/** While the database is away after the mail server's answer. */
const MARK_AGAIN_MS = 1_000;

/**
 * Writes down how a letter went and takes the next one (`claim`; null where there is none) in one commit, which has to reach the disk: one
 * for each letter. Who dies before it leaves in doubt the letter that was in hand, and no other.
 */
export async function markSentAndClaimNext<Next>(
  claimed: ClaimedDigest,
  outcome: DeliveryOutcome,
  delivery: Delivery,
  claim: (outbox: ReturnType<typeof repositoriesOn>['outbox']) => Promise<Next>,
): Promise<Next> {
  const { db, zone } = delivery.core;
  const inOneCommit = () =>
    db.transaction(async (trx) => {
      const { outbox } = repositoriesOn(trx, zone);
      await outcome.mark(outbox);
      return claim(outbox);
    });
  return inOneCommit().catch(async (error: unknown) => {
    await retryMark(claimed, outcome, delivery, error);
    return inOneCommit();
  });
}

/** What the mail server said is not to be forgotten because the database is away, or the next letter in the way: this one would go out again. */
async function retryMark(claimed: ClaimedDigest, { mark }: DeliveryOutcome, { core, log }: Delivery, error: unknown): Promise<void> {
  log.warn({ ...about(claimed), err: error }, 'outcome not written down yet');
  const { outbox } = repositoriesOn(core.db, core.zone);
  for (;;) {
    try {
      return await mark(outbox);
    } catch (again) {
      if (core.clock() >= claimed.claimedUntil) throw again;
      await setTimeout(MARK_AGAIN_MS);
    }
  }
}
