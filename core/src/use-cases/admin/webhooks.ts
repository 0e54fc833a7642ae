import { randomBytes } from 'node:crypto';
import type { Status } from '../../domain/activities/activity.ts';
import type { HistoryFacts } from '../../domain/activities/history-proof.ts';
import { compareFacts } from '../../domain/admin/admin-act.ts';
import {
  type DisablingReason,
  isFailingTooLong,
  PREVIOUS_SECRET_MS,
  retryAt,
  WEBHOOKS_MAX,
  type WebhookAct,
  type WebhookFailure,
  webhookActs,
} from '../../domain/admin/webhook.ts';
import type { Channel } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { PAGE_SIZE } from '../../domain/reports/report.ts';
import type {
  ClaimedDelivery,
  DeliverySelection,
  ListedDelivery,
  ListedWebhook,
  LockedWebhook,
  StoredWebhook,
  WebhookChoice,
} from '../../persistence/admin/webhooks.ts';
import { type ActivityOnPage, activityOnPage } from '../activities/read-activity.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { OpenContext, OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';

interface WebhookInput {
  name: string;
  url: string;
  acts: readonly WebhookAct[];
  hasComments?: boolean | undefined;
}
/** A field that is left out stays as it is. */
type WebhookEdit = { [Field in keyof WebhookInput]?: WebhookInput[Field] | undefined } & { id: number; isActive?: boolean | undefined };
type WebhookChosen = { id: number };

/** Makes a secret in the form that the Standard Webhooks specification asks for. */
const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Returns each act once, in the order of `webhookActs`. */
const inOrder = (acts: readonly WebhookAct[]) => webhookActs.filter((act) => acts.includes(act));

/** Leaves out path and query of the address, because many receivers have a secret there. */
const webhookFacts = ({ name, url, acts, hasComments, isActive }: WebhookChoice) => ({
  name,
  host: new URL(url).host,
  events: [...acts],
  hasComments,
  isActive,
});

const webhookSubject = ({ id, name }: Pick<LockedWebhook, 'id' | 'name'>) => ({ kind: 'webhook', id, name }) as const;

export const listWebhooks: UseCase<unknown, ListedWebhook[]> = ({ repos, now }) => repos.webhooks.list(now);

/** Registers a receiver; its secret is returned here and never again. */
export const createWebhook: UseCase<WebhookInput, RegisteredId & { secret: string }> = async (context) => {
  const { repos, input, now, webhookSealing } = context;
  if ((await repos.webhooks.count()) >= WEBHOOKS_MAX) throw new Refused({ code: 'webhook.tooMany', max: WEBHOOKS_MAX });
  const { name, url, acts, hasComments = false } = input;
  const choice = { name, url, hasComments, acts: inOrder(acts), isActive: true };
  const secret = newWebhookSecret();
  const id = await repos.webhooks.add({ ...choice, sealedSecret: webhookSealing.seal(secret), createdAt: now });
  await recordAdminAct(context, { act: 'webhook.add', subject: webhookSubject({ id, name: choice.name }), after: webhookFacts(choice) });
  return { id, secret };
};

async function lockWebhook({ repos }: Pick<Parameters<typeof listWebhooks>[0], 'repos'>, id: number): Promise<LockedWebhook> {
  const webhook = await repos.webhooks.lock(id);
  if (!webhook) throw new Refused({ code: 'webhook.unknown' });
  return webhook;
}

const mergedChoice = (webhook: LockedWebhook, input: WebhookEdit): WebhookChoice => ({
  name: input.name ?? webhook.name,
  url: input.url ?? webhook.url,
  acts: input.acts ? inOrder(input.acts) : webhook.acts,
  hasComments: input.hasComments ?? webhook.hasComments,
  isActive: input.isActive ?? webhook.isActive,
});

/** Changes what the edit names. An edit that changes nothing does not end a run of failures, because a script may send it every hour. */
export const updateWebhook: UseCase<WebhookEdit, void> = async (context) => {
  const { repos, input, now } = context;
  const webhook = await lockWebhook(context, input.id);
  const choice = mergedChoice(webhook, input);
  const difference = compareFacts(webhookFacts(webhook), webhookFacts(choice));
  if (!difference && webhook.url === choice.url) return;
  const isSwitchedOn = choice.isActive && !webhook.isActive;
  await repos.webhooks.update(input.id, { ...choice, ...(isSwitchedOn && { activatedAt: now }) });
  await recordAdminAct(context, {
    act: 'webhook.edit',
    subject: webhookSubject(choice.name === webhook.name ? webhook : { id: input.id, name: choice.name }),
    ...(difference ?? { after: { host: new URL(choice.url).host } }),
  });
};

/** Gives the receiver another secret. The earlier one also signs for a day. */
export const rotateWebhookSecret: UseCase<WebhookChosen, { secret: string }> = async (context) => {
  const { repos, input, now, webhookSealing } = context;
  const webhook = await lockWebhook(context, input.id);
  const secret = newWebhookSecret();
  const previousUntil = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  await repos.webhooks.replaceSecret(webhook.id, webhookSealing.seal(secret), previousUntil);
  const after = { previousUntil: previousUntil.toISOString() };
  await recordAdminAct(context, { act: 'webhook.rotate', subject: webhookSubject(webhook), after });
  return { secret };
};

export const removeWebhook: UseCase<WebhookChosen, void> = async (context) => {
  const { repos, input } = context;
  const webhook = await lockWebhook(context, input.id);
  await repos.webhooks.remove(webhook.id);
  await recordAdminAct(context, { act: 'webhook.remove', subject: webhookSubject(webhook), before: webhookFacts(webhook) });
};

export const testWebhook: UseCase<WebhookChosen, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const webhook = await lockWebhook(context, input.id);
  if (!webhook.isActive) throw new Refused({ code: 'webhook.inactive' });
  const id = await repos.webhooks.addTest(webhook.id, now);
  await recordAdminAct(context, { act: 'webhook.test', subject: webhookSubject(webhook) });
  return { id };
};

export const resealWebhooks: OpenUseCase<unknown, number> = async ({ repos, webhookSealing }) => {
  const anew = (sealed: Buffer) => {
    const secret = webhookSealing.open(sealed);
    return secret && !secret.isCurrent ? webhookSealing.seal(secret.text) : sealed;
  };
  let count = 0;
  for (const { id, sealedSecret, sealedPreviousSecret } of await repos.webhooks.sealed()) {
    const sealed = { sealedSecret: anew(sealedSecret), sealedPreviousSecret: sealedPreviousSecret && anew(sealedPreviousSecret) };
    if (sealed.sealedSecret === sealedSecret && sealed.sealedPreviousSecret === sealedPreviousSecret) continue;
    await repos.webhooks.setSealed(id, sealed);
    count += 1;
  }
  return count;
};

type DeliveryPage = DeliverySelection & { page?: number | undefined; pageSize?: number | undefined };

export const listWebhookDeliveries: UseCase<DeliveryPage, { rows: ListedDelivery[]; total: number }> = ({ repos, input }) => {
  const { page = 1, pageSize = PAGE_SIZE, ...selection } = input;
  return repos.webhookDeliveries.list(selection, { limit: pageSize, offset: (page - 1) * pageSize });
};

interface ResentDeliveries {
  count: number;
  /** The named deliveries that are unknown, are being sent now, or have a receiver that gets nothing. */
  leftOut: number[];
}

/** Sends deliveries again under their message ids: the named ones, or the failed ones of one receiver. */
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

/** `secrets` sign the delivery, the newest first; it is empty where no secret of this process opens them. */
export type SignableDelivery = ClaimedDelivery & { secrets: string[] };

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
  /** The comment that came with the act; null once it was withdrawn. */
  comment: string | null;
  /** The activity as its page shows it now. */
  activity: ActivityOnPage;
}

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

async function disable(
  { repos, now, ...context }: OpenContext,
  webhook: Pick<StoredWebhook, 'id' | 'name' | 'url'>,
  reason: DisablingReason,
) {
  await repos.webhooks.disable(webhook.id, reason, now);
  const by = { ...context, repos, now, actor: null };
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
  /** True when the receiver said that it wants nothing more. */
  isGone: boolean;
}

/** Records a failed try. A receiver that is gone, or has failed for days, gets nothing more; the result says why it was disabled now. */
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
