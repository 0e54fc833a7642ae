import { randomBytes } from 'node:crypto';
import { differenceOf } from '../../domain/people/admin-act.ts';
import { Refused } from '../../domain/refusal.ts';
import { PREVIOUS_SECRET_MS, WEBHOOKS_MAX, type WebhookAct, webhookActs } from '../../domain/webhooks/webhook.ts';
import type { ListedWebhook, LockedWebhook, WebhookChoice } from '../../persistence/webhooks.ts';
import { recordAdminAct } from '../admin/record-admin-act.ts';
import type { OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';

interface WebhookInput {
  name: string;
  url: string;
  acts: readonly WebhookAct[];
  hasComments?: boolean | undefined;
}
/** What is left out stays as it is. */
type WebhookEdit = { [Field in keyof WebhookInput]?: WebhookInput[Field] | undefined } & { id: number; isActive?: boolean | undefined };
type WebhookChosen = { id: number };

/** In the form that the Standard Webhooks specification asks for. */
const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The acts in their own order, each once. */
const inOrder = (acts: readonly WebhookAct[]) => webhookActs.filter((act) => acts.includes(act));

/** Without path and query of the address, because many receivers have a secret there. */
const factsOf = ({ name, url, acts, hasComments, isActive }: WebhookChoice) => ({
  name,
  host: new URL(url).host,
  events: [...acts],
  hasComments,
  isActive,
});

export const webhookSubject = ({ id, name }: Pick<LockedWebhook, 'id' | 'name'>) => ({ kind: 'webhook', id, name }) as const;

export const listWebhooks: UseCase<unknown, ListedWebhook[]> = ({ repos, now }) => repos.webhooks.list(now);

/** Registers a receiver; its secret is answered here and never again. */
export const createWebhook: UseCase<WebhookInput, RegisteredId & { secret: string }> = async (context) => {
  const { repos, input, now, webhookSealing } = context;
  if ((await repos.webhooks.count()) >= WEBHOOKS_MAX) throw new Refused({ code: 'webhook.tooMany', max: WEBHOOKS_MAX });
  const { name, url, acts, hasComments = false } = input;
  const choice = { name, url, hasComments, acts: inOrder(acts), isActive: true };
  const secret = newWebhookSecret();
  const id = await repos.webhooks.add({ ...choice, sealedSecret: webhookSealing.seal(secret), createdAt: now });
  await recordAdminAct(context, { act: 'webhook.add', subject: webhookSubject({ id, name: choice.name }), after: factsOf(choice) });
  return { id, secret };
};

export async function lockWebhook({ repos }: Pick<Parameters<typeof listWebhooks>[0], 'repos'>, id: number): Promise<LockedWebhook> {
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

/** Changes what the edit names. An edit that changes nothing does not end a row of failures: a script may send it every hour. */
export const updateWebhook: UseCase<WebhookEdit, void> = async (context) => {
  const { repos, input, now } = context;
  const webhook = await lockWebhook(context, input.id);
  const choice = mergedChoice(webhook, input);
  const difference = differenceOf(factsOf(webhook), factsOf(choice));
  if (!difference && webhook.url === choice.url) return;
  const isSwitchedOn = choice.isActive && !webhook.isActive;
  await repos.webhooks.update(input.id, { ...choice, ...(isSwitchedOn && { activatedAt: now }) });
  await recordAdminAct(context, {
    act: 'webhook.edit',
    subject: webhookSubject(choice.name === webhook.name ? webhook : { id: input.id, name: choice.name }),
    ...(difference ?? { after: { host: new URL(choice.url).host } }),
  });
};

/** Gives it another secret. For a day the earlier one signs too. */
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
  await recordAdminAct(context, { act: 'webhook.remove', subject: webhookSubject(webhook), before: factsOf(webhook) });
};

/** Sends an event of no act. */
export const testWebhook: UseCase<WebhookChosen, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const webhook = await lockWebhook(context, input.id);
  if (!webhook.isActive) throw new Refused({ code: 'webhook.inactive' });
  const id = await repos.webhooks.addTest(webhook.id, now);
  await recordAdminAct(context, { act: 'webhook.test', subject: webhookSubject(webhook) });
  return { id };
};

/** Seals anew what the previous SESSION_SECRET sealed. */
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
