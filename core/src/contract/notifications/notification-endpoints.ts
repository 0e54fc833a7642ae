import * as z from 'zod/mini';
import { FAILED_MAX } from '../../domain/notifications/delivery.ts';
import { chosenKinds, isSummaryKind, notificationKinds } from '../../domain/notifications/notification.ts';
import { validation } from '../../messages/validation.ts';
import { status, workRequest } from '../activities/activity-shapes.ts';
import { countReply, type Endpoint, get, post, remove, success } from '../endpoint.ts';
import { addedLater, filledList, id, instant, listLimit, maybe, oneOf, orOther, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';

/** Announcements to one person that go in one mail. */
export const failedDigest = renamed({
  id: ['id', z.uuid()],
  kinds: ['kinds', z.array(orOther(z.enum(notificationKinds)))],
  recipientName: ['recipient_name', z.string()],
  recipientEmail: ['recipient_email', z.string()],
  activityIds: ['folios', z.array(z.int())],
  failure: ['failure', orOther(z.enum(['refused', 'unknown', 'expired']))],
  reason: ['reason', z.string()],
  detail: ['detail', z.nullable(z.string())],
  failedAt: ['failed_at', instant],
  tries: ['tries', z.int()],
});

const digestId = z.uuid({ error: typeError(validation.unknown) });
const ids = filledList(digestId, FAILED_MAX);
const kind = oneOf(chosenKinds);
const flag = z.boolean({ error: typeError(validation.notYesNo) });

export const preference = renamed({
  kind: ['kind', kind],
  byEmail: ['email', flag],
  byChat: ['chat', flag],
  byPush: ['push', z.optional(flag)],
});

const preferences = filledList(preference, chosenKinds.length).check(
  z.refine((list) => list.every(({ kind: one, byChat, byPush }) => (!byChat && !byPush) || !isSummaryKind(one)), {
    error: validation.summaryByEmail,
  }),
  z.refine((list) => new Set(list.map((item) => item.kind)).size === list.length, { error: validation.kindRepeated }),
);

/** Both instants are null without an address; `readAt` also while no calendar has asked for it. */
const feed = renamed(
  {
    success,
    createdAt: ['created_at', z.nullable(instant)],
    readAt: ['read_at', z.nullable(instant)],
  },
  { exists: [z.boolean(), ({ createdAt }) => createdAt !== null] },
);

const READ_MAX = 500;
// A reader who may no longer see the activity gets the text and topic that they knew, and null for the rest.
const seenActivity = {
  description: ['objetive_project', z.nullable(z.string())],
  topic: ['project_name', z.nullable(z.string())],
  status: ['status_project', z.nullable(orOther(status))],
  assigneeName: ['responsible', z.nullable(z.string())],
  isVisible: ['visible', z.boolean()],
} as const;
const ownNotification = renamed({
  id: ['id', z.int()],
  kind: ['kind', orOther(z.enum([...chosenKinds, 'accountChanged']))],
  // Null for an act on an account; `description` then says what was done, and `note` what changed.
  activityId: ['activity_id', z.nullable(z.int())],
  request: ['request', z.optional(workRequest)],
  historyId: ['history_id', z.nullable(z.int())],
  ...seenActivity,
  daysLeft: ['days_remaining', z.nullable(z.int())],
  ownerName: ['assignor', z.nullable(z.string())],
  actorName: ['actor', z.nullable(z.string())],
  note: ['note', z.nullable(z.string())],
  imported: ['imported', z.optional(z.int())],
  others: ['others', z.optional(z.array(renamed({ activityId: ['activity_id', z.int()], ...seenActivity })))],
  createdAt: ['date', instant],
  readAt: ['read_at', z.nullable(instant)],
});
const readIds = filledList(id, READ_MAX);

/** By which way a person is notified, the calendar of deadlines, and digests that were not delivered (docs/product.md, 7). */
export const notificationEndpoints = {
  listFailedNotifications: get(
    '/api/get_failed_announcements',
    'manageUsers',
    'Los avisos que no llegaron: los 200 más recientes y cuántos son; y cuántos se enviaron en 30 días',
    {
      reply: renamed({
        success,
        total: ['total', z.int()],
        /** By any way, in the last 30 days. */
        sent: ['sent', addedLater(z.int(), 0)],
        lastSentAt: ['last_sent_at', addedLater(z.nullable(instant), null)],
        failed: ['failed', z.array(failedDigest)],
      }),
    },
  ),
  resendNotifications: post('/api/resend_announcements', 'manageUsers', 'Envía otra vez avisos que no llegaron y dice cuántos', {
    body: renamed({ ids: ['ids', ids] }),
    reply: countReply,
  }),
  listOwnNotifications: get(
    '/api/get_notifications',
    'person',
    'Mis avisos de los últimos 30 días, primero lo más reciente (`limit` de ellos, 200 como máximo; `before` trae los anteriores a ese id), y cuántos no he leído (100: más de 99); con `limit` 0, solo cuántos',
    {
      query: renamed({ before: ['before', maybe(id)], limit: ['limit', maybe(listLimit)] }),
      reply: renamed({
        success,
        unread: ['unread', z.int()],
        notifications: ['notifications', z.array(ownNotification)],
      }),
    },
  ),
  markNotificationsRead: post(
    '/api/mark_notifications_read',
    'person',
    'Marca como leídos los avisos nombrados, los de una actividad, o con `all` todos, hasta el de id `until` si se da; dice cuántos faltaban',
    {
      body: renamed({
        ids: ['ids', maybe(readIds)],
        activityId: ['activity_id', maybe(id)],
        all: ['all', maybe(flag)],
        until: ['until', maybe(id)],
      }),
      reply: countReply,
    },
  ),
  listPreferences: get('/api/get_preferences', 'person', 'Por dónde recibo cada aviso', { reply: z.array(preference) }),
  choosePreferences: post(
    '/api/update_preferences',
    'person',
    'Elige por dónde recibo los avisos nombrados; los demás quedan como estaban',
    { body: renamed({ preferences: ['preferences', preferences] }) },
  ),
  readCalendarFeed: get('/api/get_calendar_feed', 'person', 'Si tengo una dirección de calendario, desde cuándo y cuándo se leyó', {
    credential: 'session',
    reply: feed,
  }),
  createCalendarFeed: post(
    '/api/create_calendar_feed',
    'person',
    'Crea mi dirección de calendario y la muestra una sola vez; la anterior deja de servir',
    { credential: 'session', secret: 'answered', reply: renamed({ success, url: ['url', z.string()] }) },
  ),
  revokeCalendarFeed: remove('/api/delete_calendar_feed', 'person', 'Revoca mi dirección de calendario', { credential: 'session' }),
} as const satisfies Record<string, Endpoint>;
