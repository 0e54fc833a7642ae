import type { WholeClient } from '@bitacora/core/client/create-client';
import { type DeliveryView, eventOf, eventWords, type WebhookView } from '@bitacora/core/contract/webhook-endpoints';
import { type DeliveryState, type WebhookAct, webhookActs } from '@bitacora/core/domain/webhooks/webhook';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { deliveryStateLabels, disablingTexts, failureSentence, webhookTexts } from '@bitacora/core/messages/webhooks';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { oneOf, pageFlags, requireFlags, someOf, text, yes } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { findNamed } from '../matching.ts';
import { terminalWebhooks } from '../messages/integrations.ts';

const { add, list, remove, rotate, test, update, columns: headings } = terminalWebhooks;

/** The words of the contract, because a receiver gets the same. */
const writtenEvents = (acts: WebhookView['acts']): string =>
  webhookActs.every((act) => acts.includes(act))
    ? list.all
    : Object.entries(eventWords)
        .filter(([, act]) => acts.includes(act))
        .map(([word]) => word)
        .join(', ');

function stateOf({ isActive, disabledAt, disablingReason, failingSince }: WebhookView, zone: string): string {
  if (!isActive)
    return disabledAt && disablingReason ? list.disabled(writtenInstant(disabledAt, zone), disablingTexts[disablingReason]) : list.inactive;
  return failingSince ? list.failing(writtenInstant(failingSince, zone)) : list.active;
}

const columnsIn = (zone: string): readonly ListingColumn<WebhookView>[] => [
  { title: headings.id, of: ({ id }) => id },
  { title: headings.name, of: ({ name }) => name, isLong: true },
  { title: headings.url, of: ({ url }) => url, isLong: true, rank: 1 },
  { title: headings.events, of: ({ acts }) => writtenEvents(acts), isLong: true, rank: 2 },
  { title: headings.state, of: (webhook) => stateOf(webhook, zone), isLong: true },
  { title: headings.waiting, of: ({ waiting }) => waiting },
  { title: headings.failed, of: ({ failed }) => failed },
];

export const webhooksList = command({
  name: 'webhooks list',
  summary: list.summary,
  lists: true,
  watches: true,
  flags: {},
  async run({ connect }) {
    const { client } = await connect();
    const [rows, { zone }] = await Promise.all([client.listWebhooks(), client.readSession()]);
    return wholeList(columnsIn(zone), rows, { empty: list.none });
  },
});

const fields = { acts: '--event', hasComments: '--comments' };
const event = someOf<WebhookAct>('evento', add.event, eventWords);

export const webhooksAdd = command({
  name: 'webhooks add',
  summary: add.summary,
  flags: { name: text('nombre', add.name), url: text('dirección', add.url), event, comments: yes(add.comments) },
  fields,
  async run({ connect, flags }) {
    requireFlags(flags, ['name', 'url']);
    const { name = '', url = '', event: acts, comments: hasComments } = flags;
    const { client } = await connect();
    const { id, secret } = await client.createWebhook({ name, url, acts: acts.length > 0 ? acts : [...webhookActs], hasComments });
    return { kind: 'done', lines: [add.done(id), secret], value: { success: true, id, secret } };
  },
});

const word = { name: '<webhook>', summary: terminalWebhooks.webhook };
const webhookNamed = async (client: WholeClient, typed = '') => findNamed(await client.listWebhooks(), typed);
const yesOrNo = { si: true, no: false };

export const webhooksUpdate = command({
  name: 'webhooks update',
  summary: update.summary,
  details: update.details,
  words: [word],
  flags: {
    name: text('nombre', add.name),
    url: text('dirección', add.url),
    event,
    comments: oneOf<boolean>('si|no', update.comments, yesOrNo),
    active: oneOf<boolean>('si|no', update.active, yesOrNo),
  },
  fields: { ...fields, isActive: '--active' },
  async run({ connect, words: [typed], flags }) {
    const { event: acts, name, url, comments: hasComments, active: isActive } = flags;
    if (acts.length === 0 && [name, url, hasComments, isActive].every((value) => value === undefined))
      throw new Stopped(exits.usage, update.nothing);
    const { client } = await connect();
    const { id } = await webhookNamed(client, typed);
    await client.updateWebhook({ id, name, url, hasComments, isActive, acts: acts.length > 0 ? acts : undefined });
    return { kind: 'done', lines: [update.done], value: { success: true, id } };
  },
});

export const webhooksRotate = command({
  name: 'webhooks rotate',
  summary: rotate.summary,
  words: [word],
  confirms: true,
  flags: {},
  async run(call) {
    const { client } = await call.connect();
    const { id, name } = await webhookNamed(client, call.words[0]);
    await requireConfirmation(call, rotate.question(name));
    const { secret } = await client.rotateWebhookSecret({ id });
    return { kind: 'done', lines: [rotate.done, secret], value: { success: true, id, secret } };
  },
});

export const webhooksRemove = command({
  name: 'webhooks remove',
  summary: remove.summary,
  words: [word],
  confirms: true,
  flags: {},
  async run(call) {
    const { client } = await call.connect();
    const { id, name } = await webhookNamed(client, call.words[0]);
    await requireConfirmation(call, remove.question(name));
    await client.removeWebhook({ id });
    return { kind: 'done', lines: [remove.done], value: { success: true, id } };
  },
});

export const webhooksTest = command({
  name: 'webhooks test',
  summary: test.summary,
  words: [word],
  flags: {},
  async run({ connect, words: [typed] }) {
    const { client } = await connect();
    const { id } = await client.testWebhook({ id: (await webhookNamed(client, typed)).id });
    return { kind: 'done', lines: [test.done], value: { success: true, id } };
  },
});

const { resend } = terminalWebhooks;

export const webhooksResend = command({
  name: 'webhooks resend',
  summary: resend.summary,
  words: [{ name: '[ids...]', summary: resend.ids }],
  flags: { failedOf: text('webhook', resend.failedOf) },
  async run({ connect, words, flags: { failedOf } }) {
    if ((failedOf !== undefined) === words.length > 0) throw new Stopped(exits.usage, resend.idsOrWebhook, resend.seeList);
    const wrong = words.find((typed) => !/^[1-9]\d{0,9}$/.test(typed));
    if (wrong !== undefined) throw new Stopped(exits.usage, resend.wrongId(wrong), resend.seeList);
    const { client } = await connect();
    const input = failedOf === undefined ? { ids: words.map(Number) } : { failedOf: (await webhookNamed(client, failedOf)).id };
    const { count, leftOut } = await client.resendWebhookDeliveries(input);
    const lines = [count === 0 ? webhookTexts.nothingFailed : webhookTexts.resent(count)];
    const value = { success: leftOut.length === 0, count, left_out: leftOut };
    if (leftOut.length === 0) return { kind: 'done', lines, value };
    return { kind: 'done', lines: [...lines, resend.leftOut(leftOut)], value, exit: exits.refused };
  },
});

const { deliveries: deliveryTexts } = terminalWebhooks;

const deliveryColumns = (zone: string): readonly ListingColumn<DeliveryView>[] => [
  { title: deliveryTexts.columns.id, of: ({ id }) => id },
  { title: deliveryTexts.columns.at, of: ({ happenedAt }) => writtenInstant(happenedAt, zone), rank: 1 },
  { title: deliveryTexts.columns.event, of: ({ act }) => eventOf(act) },
  { title: deliveryTexts.columns.folio, of: ({ activityId }) => activityId },
  { title: deliveryTexts.columns.webhook, of: ({ webhookName }) => webhookName, isLong: true, rank: 2 },
  { title: deliveryTexts.columns.state, of: ({ state }) => deliveryStateLabels[state] },
  { title: deliveryTexts.columns.tries, of: ({ tries }) => tries, rank: 4 },
  { title: deliveryTexts.columns.answer, of: (delivery) => failureSentence(delivery) ?? delivery.lastStatus, isLong: true },
  { title: deliveryTexts.columns.next, of: ({ nextTryAt }) => nextTryAt && writtenInstant(nextTryAt, zone), rank: 3 },
];

const states: Readonly<Record<string, DeliveryState>> = { 'por-enviar': 'waiting', entregado: 'delivered', fallido: 'failed' };

export const webhooksDeliveries = command({
  name: 'webhooks deliveries',
  summary: deliveryTexts.summary,
  lists: true,
  watches: true,
  flags: {
    webhook: text('webhook', deliveryTexts.ofWebhook),
    state: oneOf<DeliveryState>('estado', deliveryTexts.state, states),
    ...pageFlags,
  },
  async run({ connect, flags, settings }) {
    const { client } = await connect();
    const { webhook, state, page = 1, pageSize = settings.pageSize } = flags;
    const webhookId = webhook === undefined ? undefined : findNamed(await client.listWebhooks(), webhook, '--webhook').id;
    const [{ rows, total }, { zone }] = await Promise.all([
      client.listWebhookDeliveries({ webhookId, state, page, pageSize }),
      client.readSession(),
    ]);
    const foot = deliveryTexts.foot(page, Math.max(1, Math.ceil(total / pageSize)), total);
    return { kind: 'rows', columns: deliveryColumns(zone), rows, total, empty: deliveryTexts.none, foot };
  },
});
