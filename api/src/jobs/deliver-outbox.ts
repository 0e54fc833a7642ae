import { setTimeout } from 'node:timers/promises';
import { CHAT_LETTER_MS } from '@bitacora/core/domain/notifications/chat-work';
import { type QuietHours, quietHours } from '@bitacora/core/domain/notifications/quiet-hours';
import { type ClaimedDigest, type Core, repositoriesOn } from '@bitacora/core/server';
import { SEND_MS } from '../mail/mailer.ts';
import { type Delivery, deliverDigest, markSentAndClaimNext } from './deliver-digest.ts';
import { timed } from './timed.ts';

/** Longer than any mail takes to hand over (`SEND_MS`), so that nobody sends what another is still sending. */
const LEASE_MS = SEND_MS + 30_000;
const POLL_MS = 2_000;
/** How often one letter asks whether a server that was away is there again. */
const PROBE_MS = 60_000;
/** Less than a container is given to stop. */
const STOP_MS = 8_000;
/** Letters of one process under way at once, each on a connection of its own, which is kept until nothing is due. */
const AT_ONCE = 4;

/** Sends what is due until nothing is, `signal` says stop or the clock is in doubt. Answers how many letters it took. */
export async function deliverOutbox(delivery: Delivery, signal?: AbortSignal): Promise<number> {
  const { core, mailer, clockGuard } = delivery;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { db, zone, clock } = core;
  const { outbox, holidays } = repositoriesOn(db, zone);
  const resting = mailer.reachesPeople ? (await holidays.all()).map(({ day }) => day) : [];
  const quietAt = (now: Date) => (mailer.reachesPeople ? quietHours(zone, now, resting) : []);
  let isReached = false;

  async function claim(on: typeof outbox): Promise<ClaimedDigest | null> {
    const now = clock();
    if (signal?.aborted || clockGuard?.isSteady() === false) return null;
    return on.claim({ channel: 'email', leaseMs: LEASE_MS, quiet: quietAt(now) }, now);
  }
  async function deliverInTurn(): Promise<number> {
    let claimed = await db.transaction((trx) => claim(repositoriesOn(trx, zone).outbox));
    for (let taken = 0; ; taken += 1) {
      if (!claimed) return taken;
      const outcome = await deliverDigest(claimed, delivery);
      if (outcome.isTaken) isReached = true;
      claimed = await markSentAndClaimNext(claimed, outcome, delivery, claim);
    }
  }

  await prepare(clock(), quietAt(clock()), core);
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, deliverInTurn));
  mailer.hangUp?.();
  if (isReached) await outbox.releaseAwaiting(clock());
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return lanes.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0);
}

/** What waits for its hour is put out of the way, what waited too long for a chat goes by email, and a server that was away is tried. */
async function prepare(now: Date, quiet: readonly QuietHours[], { db, zone }: Core): Promise<void> {
  const { outbox } = repositoriesOn(db, zone);
  for (const channel of ['email', 'chat'] as const) {
    await outbox.release({ channel, quiet }, now);
    await outbox.putOff({ channel, quiet }, now);
  }
  await outbox.fallBack(new Date(now.getTime() - CHAT_LETTER_MS), now);
  await outbox.probeServer(new Date(now.getTime() + PROBE_MS));
}

/** Delivers until stopped; `stop` waits a while for the letters under way. What is not answered by then goes again when its lease is over. */
export function startDelivering(delivery: Delivery, patienceMs = STOP_MS): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await timed('delivery', () => deliverOutbox(delivery, signal)).catch((error: unknown) =>
        delivery.log.warn({ err: error }, 'outbox not reachable'),
      );
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([running, setTimeout(patienceMs)]);
    },
  };
}
