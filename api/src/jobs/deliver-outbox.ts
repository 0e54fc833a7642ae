import { setTimeout } from 'node:timers/promises';
import { type Claimed, type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { composeMail, mailedKinds } from '../emails/compose.ts';
import { isRefusedMail } from '../emails/is-refused-mail.ts';
import { type Mailer, SEND_MS } from '../emails/mailer.ts';

/** Longer than any mail takes to hand over (`SEND_MS`), so that nobody sends what another is still sending. */
const LEASE_MS = SEND_MS + 30_000;
const POLL_MS = 2_000;
const MINUTE_MS = 60_000;
/** Minutes to wait after the first, second, … failure; the last one repeats. */
const BACK_OFF_MIN = [1, 5, 15, 60, 240, 1440];

export interface Delivery {
  core: Core;
  mailer: Mailer;
  publicUrl: string;
  log: Logger;
}

async function deliver(announcement: Claimed, { core, mailer, publicUrl, log }: Delivery): Promise<void> {
  const { outbox } = repositoriesOn(core.db, core.zone);
  const about = { key: announcement.key, tries: announcement.tries };
  try {
    const mail = await composeMail(core, announcement, publicUrl);
    if (!mail) return await outbox.discard(announcement);
    await mailer.send(mail);
    await outbox.markSent(announcement, core.clock());
    log.info({ ...about, destination: mailer.destination }, 'mail delivered');
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    if (isRefusedMail(error)) await outbox.markFailed(announcement, core.clock(), said);
    else {
      const minutes = BACK_OFF_MIN[Math.min(announcement.tries, BACK_OFF_MIN.length) - 1] as number;
      await outbox.retryAt(announcement, new Date(core.clock().getTime() + minutes * MINUTE_MS), said);
    }
    log.warn({ ...about, err: error }, 'mail not delivered');
  }
}

/** Sends what is due, each claimed on its own and sent outside any transaction, until nothing is or `signal` says stop. Answers how many it took. */
export async function deliverOutbox(delivery: Delivery, signal?: AbortSignal): Promise<number> {
  const { db, zone, clock } = delivery.core;
  const claim = () => db.transaction((trx) => repositoriesOn(trx, zone).outbox.claim(mailedKinds, 1, LEASE_MS, clock()));
  for (let taken = 0; ; taken += 1) {
    const [announcement] = signal?.aborted ? [] : await claim();
    if (!announcement) return taken;
    await deliver(announcement, delivery);
  }
}

/** Delivers until stopped; `stop` waits for the one mail under way. */
export function startDelivering(delivery: Delivery): { stop(): Promise<void> } {
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
      await running;
    },
  };
}
