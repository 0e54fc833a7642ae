import * as z from 'zod/mini';
import { type DeliveredAct, deliveryFailures, deliveryStates, disablingReasons, WEBHOOK_URL_MAX } from '../../domain/admin/webhook.ts';
import { isPlainHttpsUrl } from '../../domain/notifications/delivery.ts';
import { channels } from '../../domain/people/person.ts';
import { trimText } from '../../domain/text.ts';
import { validation } from '../../messages/validation.ts';
import { activity, status, workRequest } from '../activities/activity-shapes.ts';
import { ask, type Endpoint, get, post, registered, remove, success } from '../endpoint.ts';
import { pageSize } from '../reports/report-shapes.ts';
import { atLeast, atMost, filledList, id, instant, mark, maybe, oneOf, orOther, requiredName, typeError, wireWord } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const NAME_MAX = 100;
const IDS_MAX = 200;

export const eventWords = {
  'activity.registered': 'register',
  'activity.repeated': 'repeat',
  'activity.series_stopped': 'stopSeries',
  'activity.imported': 'import',
  'activity.started': 'start',
  'activity.paused': 'pause',
  'activity.resumed': 'resume',
  'activity.completed': 'complete',
  'activity.verified': 'approve',
  'activity.rejected': 'reject',
  'activity.canceled': 'cancel',
  'activity.extended': 'extend',
  'activity.extension_requested': 'requestExtension',
  'activity.extension_declined': 'declineExtension',
  'activity.extension_request_withdrawn': 'withdrawExtensionRequest',
  'activity.amended': 'amend',
  'activity.reassigned': 'reassign',
  'activity.reminded': 'remind',
  'activity.commented': 'comment',
  'activity.comment_canceled': 'cancelComment',
  'activity.evidence_added': 'addEvidence',
  'activity.evidence_withdrawn': 'withdrawImage',
  'activity.documents_added': 'addDocuments',
  'activity.document_withdrawn': 'withdrawDocument',
  'activity.ticked': 'tick',
  'activity.unticked': 'untick',
  'request.created': 'requestOpen',
  'request.accepted': 'requestAccepted',
  'request.declined': 'requestDeclined',
  'request.withdrawn': 'requestWithdrawn',
} as const;
export const webhookEvent = wireWord(eventWords);
/** What a delivery carries; `webhook.test` is sent on request alone. */
const deliveredEvent = wireWord({ ...eventWords, 'webhook.test': 'test' } as const);
const eventByAct = Object.fromEntries(Object.entries(eventWords).map(([event, act]) => [act, event]));
/** Returns the wire word of what a delivery carries. An act of a later release is its own word. */
export const eventName = (act: DeliveredAct | 'other'): string => (act === 'test' ? 'webhook.test' : (eventByAct[act] ?? act));

/** The address where a receiver listens: https, and neither a name nor a password in it. */
const webhookUrl = z
  .string({ error: typeError(validation.notText) })
  .check(
    z.overwrite(trimText),
    atLeast(1, { error: validation.required, abort: true }),
    atMost(WEBHOOK_URL_MAX, { error: validation.tooLong(WEBHOOK_URL_MAX), abort: true }),
    z.refine(isPlainHttpsUrl, { error: validation.notWebhookUrl }),
  );

const events = filledList(webhookEvent, Object.keys(eventWords).length);

const choice = {
  name: ['name', requiredName(NAME_MAX)],
  url: ['url', webhookUrl],
  acts: ['events', events],
  hasComments: ['with_comments', mark],
} as const;

/** An edit names only the fields that change. */
const changes = {
  ...choice,
  name: ['name', maybe(requiredName(NAME_MAX))],
  url: ['url', maybe(webhookUrl)],
  acts: ['events', maybe(events)],
} as const;

const webhook = renamed({
  id: ['id', z.int()],
  name: ['name', z.string()],
  url: ['url', z.string()],
  acts: ['events', z.array(orOther(webhookEvent))],
  hasComments: ['with_comments', z.boolean()],
  isActive: ['active', z.boolean()],
  disabledAt: ['disabled_at', z.nullable(instant)],
  disablingReason: ['disabled_reason', z.nullable(orOther(z.enum(disablingReasons)))],
  failingSince: ['failing_since', z.nullable(instant)],
  deliveredAt: ['delivered_at', z.nullable(instant)],
  createdAt: ['created_at', instant],
  previousUntil: ['previous_secret_until', z.nullable(instant)],
  waiting: ['waiting', z.int()],
  failed: ['failed', z.int()],
});
export type WebhookView = z.output<typeof webhook>;

const delivery = renamed({
  id: ['id', z.int()],
  webhookId: ['webhook_id', z.int()],
  webhookName: ['webhook', z.string()],
  isWebhookActive: ['webhook_active', z.boolean()],
  messageId: ['message_id', z.string()],
  activityId: ['activity_id', z.nullable(z.int())],
  act: ['event', orOther(deliveredEvent)],
  happenedAt: ['happened_at', instant],
  state: ['state', orOther(z.enum(deliveryStates))],
  tries: ['tries', z.int()],
  triedAt: ['tried_at', z.nullable(instant)],
  lastStatus: ['last_status', z.nullable(z.int())],
  failure: ['failure', z.nullable(orOther(z.enum(deliveryFailures)))],
  /** The answer in the receiver's own words, or those of the network. */
  answer: ['answer', z.nullable(z.string())],
  nextTryAt: ['next_try_at', z.nullable(instant)],
  deliveredAt: ['delivered_at', z.nullable(instant)],
  failedAt: ['failed_at', z.nullable(instant)],
});
export type DeliveryView = z.output<typeof delivery>;

const withSecret = renamed({ success, secret: ['secret', z.string()] });
const idList = filledList(id, IDS_MAX);

export const webhookEndpoints = {
  listWebhooks: get('/api/get_webhooks', 'manageWebhooks', 'Los webhooks: a dónde se envía cada evento, y si llega', {
    reply: z.array(webhook),
  }),
  createWebhook: post(
    '/api/create_webhook',
    'manageWebhooks',
    'Registra un webhook, hasta 20; `secret` firma sus eventos y se responde solo esta vez',
    {
      credential: 'session',
      recentLogin: 'always',
      secret: 'answered',
      body: renamed(choice),
      reply: renamed({ success, id: ['id', z.int()], secret: ['secret', z.string()] }),
    },
  ),
  updateWebhook: post(
    '/api/update_webhook',
    'manageWebhooks',
    'Cambia lo que se nombra de un webhook, o lo activa o desactiva con `active`; lo que espera sale cuando se activa',
    { credential: 'session', recentLogin: 'always', body: renamed({ id: ['id', id], ...changes, isActive: ['active', mark] }) },
  ),
  rotateWebhookSecret: post(
    '/api/rotate_webhook_secret',
    'manageWebhooks',
    'Le da otro secreto a un webhook; durante 24 horas firman los dos',
    { credential: 'session', recentLogin: 'always', secret: 'answered', body: renamed({ id: ['id', id] }), reply: withSecret },
  ),
  removeWebhook: remove('/api/delete_webhook/:id', 'manageWebhooks', 'Quita un webhook y sus entregas', {
    credential: 'session',
    recentLogin: 'always',
    params: renamed({ id: ['id', id] }),
  }),
  testWebhook: post('/api/test_webhook', 'manageWebhooks', 'Envía un evento de prueba, `webhook.test`', {
    body: renamed({ id: ['id', id] }),
    reply: registered,
  }),
  listWebhookDeliveries: ask(
    '/api/get_webhook_deliveries',
    'manageWebhooks',
    'Las entregas de los últimos 30 días, por páginas, primero lo más reciente',
    {
      body: renamed({
        webhookId: ['webhook_id', maybe(id)],
        state: ['state', maybe(oneOf(deliveryStates))],
        page: ['page', maybe(id)],
        pageSize: ['pageSize', maybe(pageSize)],
      }),
      reply: renamed({ success, rows: ['rows', z.array(delivery)], total: ['total', z.int()] }),
    },
  ),
  resendWebhookDeliveries: post(
    '/api/resend_webhook_deliveries',
    'manageWebhooks',
    'Envía entregas otra vez, con el mismo `webhook-id`: las de `ids`, o las fallidas del webhook `failed_of`; `left_out` nombra los ids que no salen',
    {
      body: renamed({ ids: ['ids', maybe(idList)], failedOf: ['failed_of', maybe(id)] }),
      reply: renamed({
        success,
        count: ['count', z.int()],
        leftOut: ['left_out', z.array(z.int())],
      }),
    },
  ),
} as const satisfies Record<string, Endpoint>;

const envelope = { event: ['type', z.string()], at: ['timestamp', instant], version: ['version', z.literal(1)] } as const;
export const requestPayload = renamed({ ...envelope, data: ['data', renamed({ request: ['request', workRequest] })] });

/** The contents of an event, of version 1 (docs/webhooks.md). `data.comment` is there where the webhook wants comments. */
export const webhookPayload = renamed({
  ...envelope,
  data: [
    'data',
    renamed({
      activityId: ['folio', z.int()],
      historyId: ['history_id', z.int()],
      from: ['from_status', z.nullable(orOther(status))],
      to: ['to_status', z.nullable(orOther(status))],
      actor: ['actor', z.nullable(renamed({ id: ['id', z.int()], name: ['name', z.nullable(z.string())] }))],
      actingFor: ['acting_for', z.nullable(renamed({ id: ['id', z.int()], name: ['name', z.string()] }))],
      channel: ['client', orOther(z.enum(channels))],
      comment: ['comment', z.optional(z.nullable(z.string()))],
      activity: ['activity', activity],
    }),
  ],
});
