import { setTimeout } from 'node:timers/promises';
import { type Claimed, type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { composeMail, mailedKinds } from '../emails/compose.ts';
import type { Mailer } from '../emails/mailer.ts';

const LEASE_MS = 2 * 60_000;
const BATCH = 20;
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

/** A server's 5xx is its last word; everything else may pass. */
const isFinal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;

async function deliver(announcement: Claimed, { core, mailer, publicUrl, log }: Delivery): Promise<void> {
  const { outbox } = repositoriesOn(core.db, core.zone);
  const about = { key: announcement.key, tries: announcement.tries };
  try {
    const mail = await composeMail(core, announcement, publicUrl);
    if (!mail) return await outbox.discard(announcement.id);
    await mailer.send(mail);
    await outbox.markSent(announcement.id, core.clock());
    log.info({ ...about, destination: mailer.destination }, 'mail delivered');
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    if (isFinal(error)) await outbox.markFailed(announcement.id, core.clock(), said);
    else {
      const minutes = BACK_OFF_MIN[Math.min(announcement.tries, BACK_OFF_MIN.length) - 1] as number;
      await outbox.retryAt(announcement.id, new Date(core.clock().getTime() + minutes * MINUTE_MS), said);
    }
    log.warn({ ...about, err: error }, 'mail not delivered');
  }
}

/** Claims what is due and sends it, outside any transaction. Answers how many it took. */
export async function deliverOutbox(delivery: Delivery): Promise<number> {
  const { db, zone, clock } = delivery.core;
  const claimed = await db.transaction((trx) => repositoriesOn(trx, zone).outbox.claim(mailedKinds, BATCH, LEASE_MS, clock()));
  for (const announcement of claimed) await deliver(announcement, delivery);
  return claimed.length;
}

/** Delivers until stopped, a batch at a time; `stop` waits for the mail under way. */
export function startDelivering(delivery: Delivery): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = () => setTimeout(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const taken = await deliverOutbox(delivery).catch((error: unknown) => {
        delivery.log.warn({ err: error }, 'outbox not reachable');
        return 0;
      });
      if (taken < BATCH) await pause();
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
