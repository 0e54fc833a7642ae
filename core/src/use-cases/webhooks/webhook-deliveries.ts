import type { Status } from '../../domain/activity/activity.ts';
import type { HistoryFacts } from '../../domain/history/proof.ts';
import type { Channel } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { PAGE_SIZE } from '../../domain/reports/report.ts';
import { type DisablingReason, isFailingTooLong, retryAt, type WebhookFailure } from '../../domain/webhooks/webhook.ts';
import type { ClaimedDelivery, DeliverySelection, ListedDelivery, StoredWebhook } from '../../persistence/webhooks.ts';
import { type ActivityOnPage, activityOnPage } from '../activities/read-activity.ts';
import { recordAdminAct } from '../admin/record-admin-act.ts';
import type { OpenContext, OpenUseCase, UseCase } from '../use-case.ts';
import { lockWebhook, webhookSubject } from './webhooks.ts';

type DeliveryPage = DeliverySelection & { page?: number | undefined; pageSize?: number | undefined };

/** A page of the last 30 days, the newest first. */
export const listWebhookDeliveries: UseCase<DeliveryPage, { rows: ListedDelivery[]; total: number }> = ({ repos, input }) => {
  const { page = 1, pageSize = PAGE_SIZE, ...selection } = input;
  return repos.webhookDeliveries.list(selection, { limit: pageSize, offset: (page - 1) * pageSize });
};

interface ResentDeliveries {
  count: number;
  /** Those of the named ones that are unknown, are being sent now, or have a receiver that gets nothing. */
  leftOut: number[];
}

/** Sends deliveries again under their message ids: those that are named, or the failed ones of one receiver. */
export const resendWebhookDeliveries: UseCase<
  { ids?: readonly number[] | undefined; failedOf?: number | undefined },
  ResentDeliveries
> = async (context) => {
  const { repos, input, now } = context;
  const { ids = [], failedOf } = input;
  if (ids.length === 0 && failedOf === undefined) throw invalid('ids', 'required');
  const webhook = failedOf === undefined ? null : await lockWebhook(context, failedOf);
  if (webhook && !webhook.isActive) throw new Refused({ code: 'webhook.inactive' });
  const resent = await repos.webhookDeliveries.sendAgain({ ids, failedOf: failedOf ?? null }, now);
  const count = resent.length;
  if (count === 0 && !webhook)
    throw new Refused({ code: (await repos.webhookDeliveries.hasInactive(ids)) ? 'webhook.inactive' : 'delivery.unknown' });
  const subject = webhook ? webhookSubject(webhook) : ({ kind: 'webhook' } as const);
  if (count > 0) await recordAdminAct(context, { act: 'webhook.resend', subject, after: { count } });
  const isResent = new Set(resent);
  return { count, leftOut: [...new Set(ids)].filter((id) => !isResent.has(id)) };
};

/** With the secrets that sign it, the newest first; none where no secret of this process opens them. */
export type SignableDelivery = ClaimedDelivery & { secrets: string[] };

/** Takes the oldest delivery that is due of a receiver, until the lease ends. */
export const claimWebhookDelivery: OpenUseCase<{ webhookId: number; leaseMs: number }, SignableDelivery | null> = async (context) => {
  const { repos, input, now, webhookSealing } = context;
  const claimed = await repos.webhookDeliveries.claim(input.webhookId, { now, leaseMs: input.leaseMs });
  if (!claimed) return null;
  const current = webhookSealing.open(claimed.sealedSecret)?.text;
  const previous = claimed.sealedPreviousSecret && webhookSealing.open(claimed.sealedPreviousSecret)?.text;
  return { ...claimed, secrets: current ? [current, ...(previous ? [previous] : [])] : [] };
};

/** An act as its receivers learn of it. */
export interface DeliveredEvent {
  historyId: number;
  at: Date;
  from: Status | null;
  to: Status;
  channel: Channel;
  actor: { id: number; name: string | null } | null;
  actingFor: NonNullable<HistoryFacts['actingFor']> | null;
  /** The comment that came with the act, while it stands. */
  comment: string | null;
  /** As its page shows it now. */
  activity: ActivityOnPage;
}

/** What there is to say of an act, in an event of its own. */
export const readDeliveredEvent: OpenUseCase<{ historyId: number; activityId: number }, DeliveredEvent | null> = async (context) => {
  const { repos, input } = context;
  const entry = await repos.history.find(input.historyId);
  const activity = await activityOnPage(context, input.activityId);
  if (!entry || !activity) return null;
  const { fromStatus: from, toStatus: to, facts, actorId, actorName: name, channel, at } = entry;
  const comment = facts?.comment ? await repos.comments.find(facts.comment.id) : undefined;
  return {
    historyId: entry.id,
    at,
    from,
    to,
    channel,
    activity,
    actor: actorId === null ? null : { id: actorId, name },
    actingFor: facts?.actingFor ?? null,
    comment: comment && !comment.canceledAt ? comment.body : null,
  };
};

/** Sends the receiver nothing more, and notifies those who look after the server. */
async function disable(
  { repos, now, ...context }: OpenContext,
  webhook: Pick<StoredWebhook, 'id' | 'name' | 'url'>,
  reason: DisablingReason,
) {
  await repos.webhooks.disable(webhook.id, reason, now);
  const by = { ...context, repos, actor: null };
  await recordAdminAct(by, { act: 'webhook.disable', subject: webhookSubject(webhook), after: { reason } });
  const facts = { name: webhook.name, host: new URL(webhook.url).host, reason, at: now };
  for (const recipientId of await repos.users.activeDevelopers())
    await repos.outbox.add(
      { key: `webhookDisabled:${webhook.id}:${now.toISOString()}:${recipientId}`, kind: 'webhookDisabled', recipientId, facts },
      now,
    );
}

interface FailedTryFacts {
  delivery: Pick<ClaimedDelivery, 'id' | 'tries' | 'claimedUntil'>;
  failure: WebhookFailure;
  status: number | null;
  answer: string | null;
  /** The receiver says that it wants nothing more. */
  isGone: boolean;
}

/** Records a failed try. A receiver that is gone, or has failed for days, gets nothing more. Answers why, where it was disabled now. */
export const recordFailedTry: OpenUseCase<FailedTryFacts, { disabled: DisablingReason | null; isGivenUp: boolean }> = async (context) => {
  const { repos, input, now } = context;
  const { delivery, isGone, ...failed } = input;
  const nextTryAt = isGone ? null : retryAt(delivery.tries, now);
  const webhook = await repos.webhookDeliveries.markFailed(delivery, { ...failed, nextTryAt }, now);
  const reason = isGone ? 'gone' : 'failing';
  const isOver = isGone || isFailingTooLong(webhook?.failingSince ?? null, now);
  if (webhook?.isActive && isOver) await disable(context, webhook, reason);
  return { disabled: webhook?.isActive && isOver ? reason : null, isGivenUp: webhook !== undefined && nextTryAt === null };
};
