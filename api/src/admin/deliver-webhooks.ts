import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventName, requestPayload, webhookPayload } from '@bitacora/core/contract/admin/webhook-endpoints';
import { WEBHOOK_LEASE_MS } from '@bitacora/core/domain/admin/webhook';
import { bySystem, type ClaimedWebhookDelivery, type Core, repositoriesOn } from '@bitacora/core/server';
import { readAnyRequest } from '@bitacora/core/use-cases/activities/work-requests';
import { claimWebhookDelivery, readDeliveredEvent, recordFailedTry, type SignableDelivery } from '@bitacora/core/use-cases/admin/webhooks';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { POLL_MS, pollDueWork } from '../monitoring/due-work.ts';
import { type Job, measureJob, STOP_MS, startBeat } from '../monitoring/run-jobs.ts';
import { sendWebhook, type WebhookRoute } from './send-webhook.ts';

/** A delivery that this process cannot sign waits this long, because another process may have the right SESSION_SECRET. */
const UNSIGNED_MS = 60_000;

export interface WebhookDelivery extends GuardedCore {
  log: Logger;
  route: WebhookRoute;
}

/** A test event holds no data of the company. */
const testBody = ({ act, happenedAt }: Pick<ClaimedWebhookDelivery, 'act' | 'happenedAt'>) =>
  JSON.stringify({ type: eventName(act), timestamp: happenedAt.toISOString(), version: 1, data: {} });

/** Writes the event of an act, with the activity as it is now in the format of `get_activity`, or the request in that of `get_request`. */
export async function webhookBody(core: Core, delivery: ClaimedWebhookDelivery): Promise<string> {
  const { historyId, activityId, requestId, act, happenedAt, hasComments } = delivery;
  const reads = { actor: null, channel: 'system', effect: 'reads' } as const;
  if (requestId) {
    const { result: request } = await core.perform({ useCase: readAnyRequest, ...reads, input: { id: requestId } });
    return JSON.stringify(z.encode(requestPayload, { event: eventName(act), at: happenedAt, version: 1, data: { request } }));
  }
  if (historyId === null || activityId === null) return testBody(delivery);
  const input = { historyId, activityId };
  const { result: event } = await core.perform({ useCase: readDeliveredEvent, ...reads, input });
  if (!event) throw new Error(`activity ${activityId} or row ${historyId} of the history is missing`);
  const { comment, at: _, ...facts } = event;
  const data = { activityId, ...facts, ...(hasComments && { comment }) };
  return JSON.stringify(z.encode(webhookPayload, { event: eventName(act), at: happenedAt, version: 1, data }));
}

const PREFIX = 'whsec_';

interface SignedMessage {
  id: string;
  /** The time of this try, because receivers refuse an old one. */
  at: Date;
  body: string;
}

/**
 * Writes the headers of the Standard Webhooks specification, with a signature for each secret. It does not use the package of that name,
 * because that brings its own HMAC; the tests verify with the package.
 */
export function webhookHeaders(secrets: readonly string[], { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Makes one try and records its outcome. Returns false where nothing could be signed. */
async function deliver(delivery: SignableDelivery, { core, log, route }: WebhookDelivery): Promise<boolean> {
  const { webhookDeliveries } = repositoriesOn(core.db, core.zone);
  const { id, webhookId, secrets, messageId, url, tries } = delivery;
  if (secrets.length === 0) {
    log.error({ webhookId }, 'webhook not signed: no SESSION_SECRET of this process opens its secret');
    await webhookDeliveries.putBack(delivery, 'unsigned', new Date(core.clock().getTime() + UNSIGNED_MS));
    return false;
  }
  const body = delivery.body ?? (await webhookBody(core, delivery));
  // The body is stored before the first byte leaves, so that a try after a crash sends the same.
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
  /** True where this process could not sign. The next delivery would fail too, because the secret is the webhook's. */
  isUnsigned: boolean;
}

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

export async function deliverWebhooks(delivery: WebhookDelivery): Promise<number> {
  const { webhookIds } = await pollDueWork(delivery)();
  const results = await Promise.all(webhookIds.map((id) => deliverTo(id, delivery)));
  return results.reduce((sum, { claimed }) => sum + claimed, 0);
}

/**
 * Delivers until stopped. Each receiver has its own lane, so that a slow one delays no other. `stop` waits a limited time for running
 * deliveries; unfinished ones are sent again after their lease.
 */
export function startWebhooks(delivery: WebhookDelivery, findWork = pollDueWork(delivery)): Job {
  const { log, core } = delivery;
  const lanes = new Map<number, Promise<void>>();
  /** Maps a webhook id to the time, in ms, before which it gets no delivery. */
  const restingUntil = new Map<number, number>();
  const isFree = (id: number) => !lanes.has(id) && (restingUntil.get(id) ?? 0) <= core.clock().getTime();
  const openLane = (id: number, signal: AbortSignal) => {
    const lane = measureJob('webhook', () => deliverTo(id, delivery, signal)).then(
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
      for (const id of (await findWork()).webhookIds) if (isFree(id)) openLane(id, signal);
    } catch (error) {
      log.warn({ err: error }, 'webhooks not read');
    }
  });
  return {
    async stop() {
      const lanesEnd = beat.stop().then(() => Promise.all(lanes.values()));
      await Promise.race([lanesEnd, pause(STOP_MS, undefined, { ref: false })]);
    },
  };
}
