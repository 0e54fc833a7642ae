import { CHAT_DIGEST_MS } from '@bitacora/core/domain/notifications/chat';
import { isForAdministrators, type MailServerFault } from '@bitacora/core/domain/notifications/delivery';
import { type QuietHours, quietHours } from '@bitacora/core/domain/notifications/notification-rules';
import { type ClaimedDigest, type Core, repositoriesOn } from '@bitacora/core/server';
import { watchMailServer } from '@bitacora/core/use-cases/admin/server-status';
import { SEND_MS } from '../mail/mailer.ts';
import { type DeliveryContext, deliverDigest, markSentAndClaimNext } from './deliver-digest.ts';
import { inLanes, STOP_MS, startBeat, timed } from './timed.ts';

/** Longer than any mail takes to hand over (`SEND_MS`), so that nobody sends what another is still sending. */
const LEASE_MS = SEND_MS + 30_000;
const POLL_MS = 2_000;
/** How often one digest probes a mail server that was away. */
const PROBE_MS = 60_000;
/** Parallel digests of one process, each on its own connection, which stays open until nothing is due. */
const AT_ONCE = 4;

/** Sends due digests until none is left, `signal` aborts or the clock is in doubt. Answers how many it claimed. */
export async function deliverOutbox(delivery: DeliveryContext, signal?: AbortSignal): Promise<number> {
  const { core, mailer, clockGuard } = delivery;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { db, zone, clock } = core;
  const { outbox, holidays } = repositoriesOn(db, zone);
  const resting = (await holidays.all()).map(({ day }) => day);
  const quietAt = (now: Date) => (mailer.reachesPeople ? quietHours(zone, now, resting) : []);
  let isReached = false;
  let fault: MailServerFault | null = null;

  async function claim(on: typeof outbox): Promise<ClaimedDigest | null> {
    const now = clock();
    if (signal?.aborted || clockGuard?.isSteady() === false) return null;
    return on.claim({ channel: 'email', leaseMs: LEASE_MS, quiet: quietAt(now) }, now);
  }
  async function deliverInTurn(): Promise<number> {
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
  await prepare(now, { mail: quietAt(now), devices: quietHours(zone, now, resting) }, core);
  try {
    return await inLanes(AT_ONCE, deliverInTurn);
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
  const { result: recipients } = await core.perform({ useCase: watchMailServer, actor: null, channel: 'system', input, effect: 'writes' });
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

/** Delivers until stopped; `stop` waits a while for the digests under way. Unanswered ones are sent again after their lease. */
export const startDelivering = (delivery: DeliveryContext, patienceMs = STOP_MS): { stop(): Promise<void> } =>
  startBeat(
    POLL_MS,
    (signal) =>
      timed('delivery', () => deliverOutbox(delivery, signal)).catch((error: unknown) =>
        delivery.log.warn({ err: error }, 'outbox not reachable'),
      ),
    patienceMs,
  );
