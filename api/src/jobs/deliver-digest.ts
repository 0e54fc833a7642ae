import { setTimeout } from 'node:timers/promises';
import { type MailServerFault, nextTryAfter, nextTryInDoubt } from '@bitacora/core/domain/notifications/delivery';
import { type ClaimedDigest, type Core, type Repositories, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { composeMail } from '../mail/compose.ts';
import type { Site } from '../mail/links.ts';
import { failureOf, type Mailer, SEND_MS } from '../mail/mailer.ts';
import { SmtpUnreachable } from '../mail/smtp-conversation.ts';
import type { ClockGuard } from './clock-guard.ts';

/** While the database is away after the mail server's answer. */
const MARK_AGAIN_MS = 1_000;

/**
 * Records the outcome of a digest and claims the next one in a single commit, so that each digest costs one disk flush. A crash before it
 * leaves only that digest in doubt.
 */
export async function markSentAndClaimNext<Next>(
  claimed: ClaimedDigest,
  outcome: DeliveryOutcome,
  delivery: DeliveryContext,
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

/** Keeps the sent mark when the database is away or claiming the next digest fails, because this one would be sent again. */
async function retryMark(claimed: ClaimedDigest, { mark }: DeliveryOutcome, { core, log }: DeliveryContext, error: unknown): Promise<void> {
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

export interface DeliveryContext extends Site {
  core: Core;
  mailer: Mailer;
  log: Logger;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard;
  compose?: typeof composeMail;
}

/** The outcome of a delivery, not recorded yet. */
export interface DeliveryOutcome {
  /** The mail server took it. */
  isTaken?: boolean;
  /** What keeps every mail from the mail server. */
  fault?: MailServerFault;
  /** Records it, unless another process holds the digest by now. */
  mark(outbox: Repositories['outbox']): Promise<void>;
}

/** Sends a claimed digest, outside of any transaction. */
export async function deliverDigest(claimed: ClaimedDigest, delivery: DeliveryContext): Promise<DeliveryOutcome> {
  const { core, mailer, log, compose = composeMail } = delivery;
  try {
    const composed = await compose(core, claimed, delivery);
    if (!composed) return { mark: (outbox) => outbox.discard(claimed, core.clock()) };
    const { mail, omitted } = composed;
    if (omitted.length > 0) await repositoriesOn(core.db, core.zone).outbox.omit(claimed, omitted);
    if (isNearlyOver(claimed, core.clock())) {
      log.warn(about(claimed), 'lease too short to send within');
      return { mark: (outbox) => outbox.retryAt(claimed, core.clock(), 'its lease was nearly over') };
    }
    await mailer.send(mail);
  } catch (error) {
    return undelivered(claimed, error, delivery);
  }
  log.info({ ...about(claimed), destination: mailer.destination }, 'mail delivered');
  return { isTaken: true, mark: (outbox) => outbox.markSent(claimed, core.clock()) };
}

const about = ({ letter, tries, notifications }: ClaimedDigest) => ({ letter, tries, announcements: notifications.length });

/** Whether too little of the lease is left for sending, because another process may claim it then. */
const isNearlyOver = ({ claimedUntil }: ClaimedDigest, now: Date) => claimedUntil.getTime() - now.getTime() <= SEND_MS;

function undelivered(claimed: ClaimedDigest, error: unknown, { core, log }: DeliveryContext): DeliveryOutcome {
  const message = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
  const now = core.clock();
  const failure = failureOf(error);
  const tried = failure === 'unknown' ? { ...claimed, uncertainTries: claimed.uncertainTries + 1 } : claimed;
  const kinds = tried.notifications.map(({ kind }) => kind);
  const nextTry = failure ? failure === 'unknown' && nextTryInDoubt(kinds, tried.uncertainTries, now) : nextTryAfter(tried.tries, now);
  const awaitsServer = error instanceof SmtpUnreachable && tried.uncertainTries === 0;

  if (nextTry) log.warn({ ...about(claimed), nextTry, err: error }, 'mail not delivered');
  else log.error({ ...about(claimed), failure, err: error }, 'letter given up');
  return {
    ...(error instanceof SmtpUnreachable && { fault: error.fault }),
    mark: (outbox) =>
      nextTry ? outbox.retryAt(tried, nextTry, message, awaitsServer) : outbox.markFailed(tried, now, failure ?? 'unknown', message),
  };
}
