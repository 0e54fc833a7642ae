import { setTimeout } from 'node:timers/promises';
import { nextTryAfter, nextTryInDoubt } from '@bitacora/core/domain/delivery';
import { type Claimed, type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { type Composed, composeMail } from '../emails/compose.ts';
import { failureOf } from '../emails/failure-of.ts';
import type { Site } from '../emails/links.ts';
import { type Mailer, SEND_MS } from '../emails/mailer.ts';
import { Unreachable } from '../emails/smtp-conversation.ts';

/** While the database is away after the mail server's answer. */
const MARK_AGAIN_MS = 1_000;

export interface Delivery extends Site {
  core: Core;
  mailer: Mailer;
  log: Logger;
  compose?: typeof composeMail;
}

/** Sends a claimed letter, outside of any transaction, and writes down how it went. True where the mail server took it. */
export async function deliverLetter(claimed: Claimed, delivery: Delivery): Promise<boolean> {
  const { core, mailer, log, compose = composeMail } = delivery;
  const { outbox } = repositoriesOn(core.db, core.zone);
  try {
    const composed = await compose(core, claimed, delivery);
    if (!composed) await outbox.discard(claimed, core.clock());
    if (!composed || !(await send(composed, claimed, delivery))) return false;
  } catch (error) {
    await markUndelivered(claimed, error, delivery);
    return false;
  }
  log.info({ ...about(claimed), destination: mailer.destination }, 'mail delivered');
  await whileClaimed(claimed, delivery, () => outbox.markSent(claimed, core.clock()));
  return true;
}

const about = ({ letter, tries, announcements }: Claimed) => ({ letter, tries, announcements: announcements.length });

/** False where too little of the lease is left to send within it: somebody else might send it too. It is due again. */
async function send({ mail, omitted }: Composed, claimed: Claimed, { core, mailer, log }: Delivery): Promise<boolean> {
  const { outbox } = repositoriesOn(core.db, core.zone);
  if (omitted.length > 0) await outbox.omit(claimed, omitted);
  const now = core.clock();
  if (claimed.claimedUntil.getTime() - now.getTime() <= SEND_MS) {
    log.warn(about(claimed), 'lease too short to send within');
    await outbox.retryAt(claimed, now, 'its lease was nearly over');
    return false;
  }
  await mailer.send(mail);
  return true;
}

async function markUndelivered(claimed: Claimed, error: unknown, delivery: Delivery): Promise<void> {
  const { core, log } = delivery;
  const { outbox } = repositoriesOn(core.db, core.zone);
  const said = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const now = core.clock();
  const failure = failureOf(error);
  const tried = failure === 'unknown' ? { ...claimed, uncertainTries: claimed.uncertainTries + 1 } : claimed;
  const kinds = tried.announcements.map(({ kind }) => kind);
  const nextTry = failure ? failure === 'unknown' && nextTryInDoubt(kinds, tried.uncertainTries, now) : nextTryAfter(tried.tries, now);
  const awaitsServer = error instanceof Unreachable && tried.uncertainTries === 0;

  if (nextTry) log.warn({ ...about(claimed), nextTry, err: error }, 'mail not delivered');
  else log.error({ ...about(claimed), failure, err: error }, 'letter given up');
  await whileClaimed(claimed, delivery, () =>
    nextTry ? outbox.retryAt(tried, nextTry, said, awaitsServer) : outbox.markFailed(tried, now, failure ?? 'unknown', said),
  );
}

/** What the mail server said is not to be forgotten because the database is away: the letter would go out again. */
async function whileClaimed(claimed: Claimed, { core, log }: Delivery, mark: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await mark();
    } catch (error) {
      if (core.clock() >= claimed.claimedUntil) throw error;
      if (tries === 1) log.warn({ ...about(claimed), err: error }, 'outcome not written down yet');
      await setTimeout(MARK_AGAIN_MS);
    }
  }
}
