import { setTimeout as pause } from 'node:timers/promises';
import { WEBHOOK_LEASE_MS } from '@bitacora/core/domain/webhooks/webhook';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { claimWebhookDelivery, recordFailedTry, type SignableDelivery } from '@bitacora/core/use-cases/webhooks/webhook-deliveries';
import type { Logger } from 'pino';
import type { ClockGuard } from '../jobs/clock-guard.ts';
import { STOP_MS, startBeat, timed } from '../jobs/timed.ts';
import { sendWebhook, type WebhookRoute } from './send-webhook.ts';
import { webhookHeaders } from './sign-webhook.ts';
import { webhookBody } from './webhook-body.ts';

const POLL_MS = 2_000;
/** Where no secret of this process opens the one that signs, another process may have the right one. */
const UNSIGNED_MS = 60_000;

export interface WebhookDelivery {
  core: Core;
  log: Logger;
  route: WebhookRoute;
  clockGuard?: ClockGuard;
}

const bySystem = { actor: null, channel: 'system', effect: 'writes' } as const;

/** Makes one try and records how it went. False where nothing could be signed. */
async function deliver(delivery: SignableDelivery, { core, log, route }: WebhookDelivery): Promise<boolean> {
  const { webhookDeliveries } = repositoriesOn(core.db, core.zone);
  const { id, webhookId, secrets, messageId, url, tries } = delivery;
  if (secrets.length === 0) {
    log.error({ webhookId }, 'webhook not signed: no SESSION_SECRET of this process opens its secret');
    await webhookDeliveries.putBack(delivery, 'unsigned', new Date(core.clock().getTime() + UNSIGNED_MS));
    return false;
  }
  const body = delivery.body ?? (await webhookBody(core, delivery));
  // Before the first byte leaves: a try after a crash sends the same.
  if (delivery.body === null && !(await webhookDeliveries.keepBody(delivery, body))) {
    log.warn({ webhookId, delivery: id }, 'webhook left to another process: the lease was over before its contents were stored');
    return true;
  }
  const headers = webhookHeaders(secrets, { id: `msg_${messageId}`, at: core.clock(), body });
  const outcome = await sendWebhook({ url, headers, body }, route);
  if (outcome.is === 'delivered') {
    await webhookDeliveries.markDelivered(delivery, outcome.status, core.clock());
    return true;
  }
  const { is: _, ...failed } = outcome;
  const input = { delivery, ...failed };
  const { result } = await core.perform({ useCase: recordFailedTry, ...bySystem, input });
  const about = { webhookId, delivery: id, tries, failure: failed.failure, status: failed.status };
  if (result.disabled) log.error({ ...about, reason: result.disabled }, 'webhook disabled');
  else log[result.isGivenUp ? 'error' : 'warn'](about, result.isGivenUp ? 'webhook delivery given up' : 'webhook not delivered');
  return true;
}

interface LaneResult {
  claimed: number;
  /** The next would not be signed either, because the secret is the webhook's. */
  isUnsigned: boolean;
}

/** Delivers what is due to one receiver, one after the other, until nothing is. */
async function deliverTo(webhookId: number, delivery: WebhookDelivery, signal?: AbortSignal): Promise<LaneResult> {
  const { core, clockGuard } = delivery;
  const input = { webhookId, leaseMs: WEBHOOK_LEASE_MS };
  for (let count = 0; ; count += 1) {
    if (signal?.aborted || clockGuard?.isSteady() === false) return { claimed: count, isUnsigned: false };
    const { result: claimed } = await core.perform({ useCase: claimWebhookDelivery, ...bySystem, input });
    if (!claimed) return { claimed: count, isUnsigned: false };
    if (!(await deliver(claimed, delivery))) return { claimed: count + 1, isUnsigned: true };
  }
}

const webhooksWithWork = async ({ core, clockGuard }: WebhookDelivery): Promise<number[]> => {
  if (clockGuard && !(await clockGuard.mayAct())) return [];
  return repositoriesOn(core.db, core.zone).webhookDeliveries.webhooksWithWork(core.clock());
};

/** Delivers what is due now. Answers how many deliveries it claimed. */
export async function deliverWebhooks(delivery: WebhookDelivery): Promise<number> {
  const results = await Promise.all((await webhooksWithWork(delivery)).map((id) => deliverTo(id, delivery)));
  return results.reduce((sum, { claimed }) => sum + claimed, 0);
}

/**
 * Delivers until stopped. Each receiver has a lane of its own, so that a slow one delays no other; the beat waits for no lane. `stop` waits
 * a while for what is under way, which is sent again after its lease.
 */
export function startWebhooks(delivery: WebhookDelivery, patienceMs = STOP_MS): { stop(): Promise<void> } {
  const { log, core } = delivery;
  const lanes = new Map<number, Promise<void>>();
  /** Until when a webhook is left alone, in milliseconds, by its id. */
  const restingUntil = new Map<number, number>();
  const isFree = (id: number) => !lanes.has(id) && (restingUntil.get(id) ?? 0) <= core.clock().getTime();
  const openLane = (id: number, signal: AbortSignal) => {
    const lane = timed('webhook', () => deliverTo(id, delivery, signal)).then(
      ({ isUnsigned }) => {
        if (isUnsigned) restingUntil.set(id, core.clock().getTime() + UNSIGNED_MS);
        else restingUntil.delete(id);
      },
      (error: unknown) => log.warn({ err: error, webhookId: id }, 'webhooks not delivered'),
    );
    lanes.set(
      id,
      lane.finally(() => lanes.delete(id)),
    );
  };
  const beat = startBeat(POLL_MS, async (signal) => {
    try {
      for (const id of await webhooksWithWork(delivery)) if (isFree(id)) openLane(id, signal);
    } catch (error) {
      log.warn({ err: error }, 'webhooks not read');
    }
  });
  return {
    async stop() {
      const lanesEnd = beat.stop().then(() => Promise.all(lanes.values()));
      await Promise.race([lanesEnd, pause(patienceMs, undefined, { ref: false })]);
    },
  };
}
