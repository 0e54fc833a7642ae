import { type DeliveryView, eventOf } from '@bitacora/core/contract/webhook-endpoints';
import { PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import type { DeliveryState } from '@bitacora/core/domain/webhooks/webhook';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { deliveryStateLabels, failureSentence } from '@bitacora/core/messages/webhooks';
import { command } from '../command.ts';
import { oneOf, text } from '../flags.ts';
import { findWebhook } from '../matching.ts';
import { terminalReports } from '../messages/reports.ts';
import { terminalWebhooks } from '../messages/webhooks.ts';
import type { ListingColumn } from '../outcome.ts';
import { USUAL_PAGE_SIZE } from '../preferences.ts';
import { whole } from '../report-flags.ts';

const { deliveries: texts } = terminalWebhooks;

const columnsIn = (zone: string): readonly ListingColumn<DeliveryView>[] => [
  { title: texts.columns.id, of: ({ id }) => id },
  { title: texts.columns.at, of: ({ happenedAt }) => writtenInstant(happenedAt, zone), rank: 1 },
  { title: texts.columns.event, of: ({ act }) => eventOf(act) },
  { title: texts.columns.folio, of: ({ activityId }) => activityId },
  { title: texts.columns.webhook, of: ({ webhookName }) => webhookName, isLong: true, rank: 2 },
  { title: texts.columns.state, of: ({ state }) => deliveryStateLabels[state] },
  { title: texts.columns.tries, of: ({ tries }) => tries, rank: 4 },
  { title: texts.columns.answer, of: (delivery) => failureSentence(delivery) ?? delivery.lastStatus, isLong: true },
  { title: texts.columns.next, of: ({ nextTryAt }) => nextTryAt && writtenInstant(nextTryAt, zone), rank: 3 },
];

const states: Readonly<Record<string, DeliveryState>> = { 'por-enviar': 'waiting', entregado: 'delivered', fallido: 'failed' };

export const webhooksDeliveries = command({
  name: 'webhooks deliveries',
  summary: texts.summary,
  lists: true,
  watches: true,
  flags: {
    webhook: text('webhook', texts.ofWebhook),
    state: oneOf<DeliveryState>('estado', texts.state, states),
    page: whole('número', terminalReports.page, 1_000_000_000),
    pageSize: whole('número', terminalReports.pageSize(PAGE_SIZE_MAX), PAGE_SIZE_MAX),
  },
  async run({ connect, flags, settings }) {
    const { client } = await connect();
    const { webhook, state, page = 1, pageSize = settings.pageSize ?? USUAL_PAGE_SIZE } = flags;
    const webhookId = webhook === undefined ? undefined : findWebhook(await client.listWebhooks(), webhook, '--webhook').id;
    const [{ rows, total }, { zone }] = await Promise.all([
      client.listWebhookDeliveries({ webhookId, state, page, pageSize }),
      client.readSession(),
    ]);
    const foot = texts.foot(page, Math.max(1, Math.ceil(total / pageSize)), total);
    return { kind: 'rows', columns: columnsIn(zone), rows, total, empty: texts.none, foot };
  },
});
