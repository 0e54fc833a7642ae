import { eventOf, webhookPayload } from '@bitacora/core/contract/webhook-endpoints';
import type { ClaimedWebhookDelivery, Core } from '@bitacora/core/server';
import { readDeliveredEvent } from '@bitacora/core/use-cases/webhooks/webhook-deliveries';
import * as z from 'zod/mini';

/** The test says nothing of the company. */
const testBody = ({ act, happenedAt }: Pick<ClaimedWebhookDelivery, 'act' | 'happenedAt'>) =>
  JSON.stringify({ type: eventOf(act), timestamp: happenedAt.toISOString(), version: 1, data: {} });

/** What a receiver gets of an act: the activity as it is at this moment, in the words of `get_activity`. */
export async function webhookBody(core: Core, delivery: ClaimedWebhookDelivery): Promise<string> {
  const { historyId, activityId, act, happenedAt, hasComments } = delivery;
  if (historyId === null || activityId === null) return testBody(delivery);
  const input = { historyId, activityId };
  const { result: event } = await core.perform({ useCase: readDeliveredEvent, actor: null, channel: 'system', input, effect: 'reads' });
  if (!event) throw new Error(`activity ${activityId} or row ${historyId} of the history is missing`);
  const { comment, at: _, ...facts } = event;
  const data = { activityId, ...facts, ...(hasComments && { comment }) };
  return JSON.stringify(z.encode(webhookPayload, { event: eventOf(act), at: happenedAt, version: 1, data }));
}
