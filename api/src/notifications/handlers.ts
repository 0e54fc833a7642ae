import type { notificationEndpoints } from '@bitacora/core/contract/notifications/notification-endpoints';
import type { pushEndpoints } from '@bitacora/core/contract/notifications/push-endpoints';
import { causeNote, importedByCause } from '@bitacora/core/messages/activities/history-note';
import { accountNote, accountSentence } from '@bitacora/core/messages/admin/account-news';
import { failureSentences } from '@bitacora/core/messages/admin/server-status';
import { writtenActor } from '@bitacora/core/messages/people/users';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { createCalendarFeed, readCalendarFeed, revokeCalendarFeed } from '@bitacora/core/use-cases/notifications/calendar-feed';
import { listFailedNotifications, resendNotifications } from '@bitacora/core/use-cases/notifications/failed-notifications';
import {
  listOwnNotifications,
  markNotificationsRead,
  type OwnNotification,
} from '@bitacora/core/use-cases/notifications/own-notifications';
import { choosePreferences, listPreferences, subscribePush, unsubscribePush } from '@bitacora/core/use-cases/notifications/preferences';
import { type Handlers, withReply } from '../calls/handlers.ts';
import { openPushKeys } from './push-service.ts';

type NotificationCall = keyof typeof notificationEndpoints | keyof typeof pushEndpoints;

/** Adds to each notification the name of the person who caused it, and their words. */
const withCauses = ({ unread, notifications }: { unread: number; notifications: readonly OwnNotification[] }) => ({
  unread,
  notifications: notifications.map(({ cause, adminAct, ...facts }) => ({
    ...facts,
    actorName: cause && writtenActor(cause),
    note: cause && causeNote(facts.kind, cause),
    imported: cause ? importedByCause(cause) : undefined,
    ...(adminAct && { actorName: adminAct.actorName, description: accountSentence(adminAct), note: accountNote(adminAct) }),
  })),
});

export const notificationHandlers = (core: Core): Handlers<NotificationCall> => ({
  listOwnNotifications: withReply(listOwnNotifications, withCauses),
  markNotificationsRead,

  listPreferences,
  choosePreferences,

  async readPush(_, { actor }) {
    const { publicKey } = await openPushKeys(core);
    return { key: publicKey, devices: await repositoriesOn(core.db, core.zone).pushSubscriptions.count(actor.id) };
  },
  subscribePush,
  unsubscribePush,

  readCalendarFeed,
  createCalendarFeed,
  revokeCalendarFeed,

  listFailedNotifications: withReply(listFailedNotifications, ({ failed, ...figures }) => ({
    ...figures,
    failed: failed.map((digest) => ({ ...digest, reason: failureSentences[digest.failure] })),
  })),
  resendNotifications,
});
