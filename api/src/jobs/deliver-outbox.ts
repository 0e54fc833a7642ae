import { setTimeout } from 'node:timers/promises';
import { localDay } from '@bitacora/core/domain/calendar';
import { CHAT_DIGEST_MS } from '@bitacora/core/domain/chat/chat';
import { isForAdministrators, type MailServerFault, nextTryAfter, nextTryInDoubt } from '@bitacora/core/domain/notifications/delivery';
import { type QuietHours, quietHours } from '@bitacora/core/domain/notifications/notification-rules';
import { bySystem, type ClaimedDigest, type Core, type Repositories, repositoriesOn } from '@bitacora/core/server';
import { watchMailServer } from '@bitacora/core/use-cases/admin/server-status';
import { readRest } from '@bitacora/core/use-cases/notifications/read-rest';
import type { Logger } from 'pino';
import type { Site } from '../mail/links.ts';
import { classifyFailure, type Mailer, SEND_MS } from '../mail/mailer.ts';
import { SmtpUnreachable } from '../mail/smtp-conversation.ts';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { POLL_MS, pollDueWork } from '../monitoring/due-work.ts';
import { type Job, measureJob, runInLanes, STOP_MS, startBeat } from '../monitoring/run-jobs.ts';
import { composeMail } from '../notifications/compose.ts';

const MARK_AGAIN_MS = 1_000;

/**
 * Records the outcome of a digest and claims the next one in a single commit, so that each digest costs one disk flush. A crash before it
 * leaves only that digest in doubt.
 */
async function markSentAndClaimNext<Next>(
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

export interface DeliveryContext extends GuardedCore, Site {
  mailer: Mailer;
  log: Logger;
  compose?: typeof composeMail;
}

export interface DeliveryOutcome {
  isTaken?: boolean;
  fault?: MailServerFault;
  /** Records it, unless another process holds the digest by now. */
  mark(outbox: Repositories['outbox']): Promise<void>;
}

async function deliverDigest(claimed: ClaimedDigest, delivery: DeliveryContext): Promise<DeliveryOutcome> {
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
    return failedOutcome(claimed, error, delivery);
  }
  log.info({ ...about(claimed), destination: mailer.destination }, 'mail delivered');
  return { isTaken: true, mark: (outbox) => outbox.markSent(claimed, core.clock()) };
}

const about = ({ letter, tries, notifications }: ClaimedDigest) => ({ letter, tries, notifications: notifications.length });

/** Tells whether the lease may end while the mail is sent, because another process could claim it then. */
const isNearlyOver = ({ claimedUntil }: ClaimedDigest, now: Date) => claimedUntil.getTime() - now.getTime() <= SEND_MS;

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return (error instanceof SmtpUnreachable ? error.reason : error.message).slice(0, 500);
}

function failedOutcome(claimed: ClaimedDigest, error: unknown, { core, log }: DeliveryContext): DeliveryOutcome {
  const reason = failureReason(error);
  const now = core.clock();
  const failure = classifyFailure(error);
  const tried = failure === 'unknown' ? { ...claimed, uncertainTries: claimed.uncertainTries + 1 } : claimed;
  const kinds = tried.notifications.map(({ kind }) => kind);
  const nextTry = failure ? failure === 'unknown' && nextTryInDoubt(kinds, tried.uncertainTries, now) : nextTryAfter(tried.tries, now);
  const awaitsServer = error instanceof SmtpUnreachable && tried.uncertainTries === 0;

  if (nextTry) log.warn({ ...about(claimed), nextTry, err: error }, 'mail not delivered');
  else log.error({ ...about(claimed), failure, err: error }, 'digest given up');
  return {
    ...(error instanceof SmtpUnreachable && { fault: error.fault }),
    mark: (outbox) =>
      nextTry ? outbox.retryAt(tried, nextTry, reason, awaitsServer) : outbox.markFailed(tried, now, failure ?? 'unknown', reason),
  };
}

/** Longer than sending a mail may take (`SEND_MS`), so that no two processes send it. */
const LEASE_MS = SEND_MS + 30_000;
/** One digest probes a mail server that was away once in this time. */
const PROBE_MS = 60_000;
/** Parallel digests of one process, each on its own connection, which stays open until nothing is due. */
const AT_ONCE = 4;

/** Sends due digests until none is left, `signal` aborts or the clock is in doubt. Answers how many it claimed. */
export async function deliverOutbox(delivery: DeliveryContext, signal?: AbortSignal): Promise<number> {
  const { core, mailer, clockGuard } = delivery;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { db, zone, clock } = core;
  const repos = repositoriesOn(db, zone);
  const { outbox } = repos;
  const rest = await readRest({ ...core, repos, today: localDay(zone, clock()) });
  const quietAt = (now: Date) => (mailer.reachesPeople ? quietHours(rest, now) : []);
  let isReached = false;
  let fault: MailServerFault | null = null;

  async function claim(on: typeof outbox): Promise<ClaimedDigest | null> {
    const now = clock();
    if (signal?.aborted || clockGuard?.isSteady() === false) return null;
    return on.claim({ channel: 'email', leaseMs: LEASE_MS, quiet: quietAt(now) }, now);
  }
  async function deliverDigests(): Promise<number> {
    let claimed = await db.transaction((trx) => claim(repositoriesOn(trx, zone).outbox));
    for (let count = 0; ; count += 1) {
      if (!claimed) return count;
      const outcome = await deliverDigest(claimed, delivery);
      if (outcome.isTaken) isReached = true;
      fault = outcome.fault ?? fault;
      claimed = await markSentAndClaimNext(claimed, outcome, delivery, claim);
    }
  }

  const now = clock();
  // Chats and phones wake people also where mail goes to files.
  await prepare(now, { mail: quietAt(now), devices: quietHours(rest, now) }, core);
  try {
    return await runInLanes(AT_ONCE, deliverDigests);
  } finally {
    mailer.hangUp?.();
    if (isReached) await outbox.releaseAwaiting(clock());
    if (isReached || fault) await reportMailServer(isReached ? null : fault, delivery);
  }
}

/** Notifies the administrators, once, of what only they can mend. */
async function reportMailServer(fault: MailServerFault | null, { core, log }: DeliveryContext): Promise<void> {
  if (fault && !isForAdministrators(fault.problem)) return;
  const input = { fault };
  const { result: recipients } = await core.perform({ ...bySystem, useCase: watchMailServer, input });
  if (recipients !== null) log.error({ ...fault, recipients }, 'the mail server refuses us');
}

/** Postpones digests of quiet hours, sends late chat and push digests by email, and probes a mail server that was away. */
async function prepare(now: Date, { mail, devices }: Record<'mail' | 'devices', QuietHours[]>, { db, zone }: Core): Promise<void> {
  const { outbox } = repositoriesOn(db, zone);
  for (const channel of ['email', 'chat', 'push'] as const) {
    const quiet = channel === 'email' ? mail : devices;
    await outbox.release({ channel, quiet }, now);
    await outbox.putOff({ channel, quiet }, now);
  }
  await outbox.fallBack(new Date(now.getTime() - CHAT_DIGEST_MS), now);
  await outbox.probeServer(new Date(now.getTime() + PROBE_MS));
}

/**
 * Delivers until stopped; `stop` waits a while for the digests under way. Unanswered ones are sent again after their lease. Rows that
 * wait for later are looked at once a minute, because a wrong clock may have put them off too far.
 */
export function startDelivering(delivery: DeliveryContext, findWork = pollDueWork(delivery), patienceMs = STOP_MS): Job {
  let polledAt = Number.NEGATIVE_INFINITY;
  return startBeat(
    POLL_MS,
    async (signal) => {
      try {
        const { isDue, isWaiting } = await findWork();
        const now = performance.now();
        if (!isDue && !(isWaiting && now - polledAt >= PROBE_MS)) return;
        polledAt = now;
        await measureJob('delivery', () => deliverOutbox(delivery, signal));
      } catch (error) {
        delivery.log.warn({ err: error }, 'outbox not reachable');
      }
    },
    patienceMs,
  );
}
