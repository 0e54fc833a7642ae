import { setTimeout } from 'node:timers/promises';
import { nextTryAfter, nextTryInDoubt } from '@bitacora/core/domain/delivery';
import { type Claimed, type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { type Composed, composeMail } from '../emails/compose.ts';
import { failureOf } from '../emails/failure-of.ts';
import type { Site } from '../emails/links.ts';
import type { Mailer } from '../emails/mailer.ts';

/** While the database is away after the mail server's answer. */
const MARK_AGAIN_MS = 1_000;

export interface Delivery extends Site {
  core: Core;
  mailer: Mailer;
  log: Logger;
  compose?: typeof composeMail;
}

/** Sends a claimed letter, outside of any transaction, and writes down how it went. */
export async function deliverLetter(claimed: Claimed, delivery: Delivery): Promise<void> {
  const { core, mailer, log, compose = composeMail } = delivery;
  const { outbox } = repositoriesOn(core.db, core.zone);
  const about = { letter: claimed.letter, tries: claimed.tries, announcements: claimed.announcements.length };
  try {
    const composed = await compose(core, claimed, delivery);
    if (!composed) return await outbox.discard(claimed, core.clock());
    await send(composed, claimed, delivery);
  } catch (error) {
    log.warn({ ...about, err: error }, 'mail not delivered');
    return await markUndelivered(claimed, error, delivery);
  }
  log.info({ ...about, destination: mailer.destination }, 'mail delivered');
  await whileClaimed(claimed, core, () => outbox.markSent(claimed, core.clock()));
}

async function send({ mail, omitted }: Composed, claimed: Claimed, { core, mailer }: Delivery): Promise<void> {
  if (omitted.length > 0) await repositoriesOn(core.db, core.zone).outbox.omit(claimed, omitted);
  await mailer.send(mail);
}

async function markUndelivered(claimed: Claimed, error: unknown, { core }: Delivery): Promise<void> {
  const { outbox } = repositoriesOn(core.db, core.zone);
  const said = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const now = core.clock();
  const failure = failureOf(error);
  const tried = failure === 'unknown' ? { ...claimed, uncertainTries: claimed.uncertainTries + 1 } : claimed;
  const inDoubt = nextTryInDoubt(
    tried.announcements.map(({ kind }) => kind),
    tried.uncertainTries,
    now,
  );
  await whileClaimed(claimed, core, async () => {
    if (!failure) await outbox.retryAt(tried, nextTryAfter(tried.tries, now), said);
    else if (failure === 'unknown' && inDoubt) await outbox.retryAt(tried, inDoubt, said);
    else await outbox.markFailed(tried, now, failure, said);
  });
}

/** What the mail server said is not to be forgotten because the database is away: the letter would go out again. */
async function whileClaimed({ claimedUntil }: Claimed, core: Core, mark: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await mark();
    } catch (error) {
      if (core.clock() >= claimedUntil) throw error;
      await setTimeout(MARK_AGAIN_MS);
    }
  }
}
