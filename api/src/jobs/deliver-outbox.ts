import { setTimeout } from 'node:timers/promises';
import { quietHours } from '@bitacora/core/domain/quiet-hours';
import { repositoriesOn } from '@bitacora/core/server';
import { SEND_MS } from '../emails/mailer.ts';
import { type Delivery, deliverLetter } from './deliver-letter.ts';

/** Longer than any mail takes to hand over (`SEND_MS`), so that nobody sends what another is still sending. */
const LEASE_MS = SEND_MS + 30_000;
const POLL_MS = 2_000;
/** Less than a container is given to stop. */
const STOP_MS = 8_000;
/** Letters of one process under way at once, each on a connection of its own. */
const AT_ONCE = 4;

/** Sends what is due until nothing is or `signal` says stop. Answers how many letters it took. */
export async function deliverOutbox(delivery: Delivery, signal?: AbortSignal): Promise<number> {
  const { core, mailer } = delivery;
  const { db, zone, clock } = core;
  const { outbox, holidays } = repositoriesOn(db, zone);
  const resting = mailer.reachesPeople ? (await holidays.all()).map(({ day }) => day) : [];
  const termsAt = (now: Date) => ({
    channel: 'email' as const,
    leaseMs: LEASE_MS,
    quiet: mailer.reachesPeople ? quietHours(zone, now, resting) : [],
  });

  async function claim() {
    const now = clock();
    return db.transaction((trx) => repositoriesOn(trx, zone).outbox.claim(termsAt(now), now));
  }
  async function deliverInTurn(): Promise<number> {
    for (let taken = 0; ; taken += 1) {
      const claimed = signal?.aborted ? null : await claim();
      if (!claimed) return taken;
      await deliverLetter(claimed, delivery);
    }
  }

  await outbox.putOff(termsAt(clock()), clock());
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, deliverInTurn));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return lanes.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0);
}

/** Delivers until stopped; `stop` waits a while for the letters under way. What is not answered by then goes again when its lease is over. */
export function startDelivering(delivery: Delivery, patienceMs = STOP_MS): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await deliverOutbox(delivery, signal).catch((error: unknown) => delivery.log.warn({ err: error }, 'outbox not reachable'));
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
