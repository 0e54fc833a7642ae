import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { ActivityKind } from '../domain/notifications/notification-rules.ts';
import { modelOf } from './models.ts';
import { WITHDRAW } from './notifications.sql.ts';
import { execute } from './statement.ts';

export interface StoredNotification {
  id: number;
  kind: ActivityKind;
  activityId: number;
  /** The effective deadline when it was written. */
  deadlineOn: CalendarDate | null;
  /** The history row that caused it; reminders of a deadline have none. */
  historyId: number | null;
  createdAt: Date;
  readAt: Date | null;
}
/** Which of a person's notifications: some, those of an activity, or all. */
export interface NotificationChoice {
  ids?: readonly number[] | undefined;
  activityId?: number | undefined;
}

const NotificationModel = modelOf<StoredNotification & { key: string; recipientId: number }>('notifications');

/** What people were notified of, whatever channels they chose. The acts and the reminder job write it. */
export const notificationsOn = (db: Knex) => {
  const unreadOf = (recipientId: number) => NotificationModel.query(db).where({ recipientId }).whereNull('readAt');
  return {
    /** Newest first. */
    async of(recipientId: number, since: Date, limit: number): Promise<StoredNotification[]> {
      return NotificationModel.query(db)
        .where({ recipientId })
        .where('createdAt', '>=', since)
        .orderBy('id', 'desc')
        .limit(limit)
        .select('id', 'kind', 'activityId', 'deadlineOn', 'historyId', 'createdAt', 'readAt');
    },

    async countUnread(recipientId: number, since: Date): Promise<number> {
      return unreadOf(recipientId).where('createdAt', '>=', since).resultSize();
    },

    /** How many were unread. */
    async markRead(recipientId: number, { ids, activityId }: NotificationChoice, now: Date): Promise<number> {
      const unread = unreadOf(recipientId);
      if (ids) unread.whereIn('id', [...ids]);
      if (activityId) unread.where({ activityId });
      return unread.patch({ readAt: now });
    },

    /** Forgets the announcements of a comment, as far as nothing of them was sent. */
    async withdraw(activityId: number, commentId: number): Promise<void> {
      await execute(db, WITHDRAW, { activityId, commentId });
    },

    async forgetBefore(instant: Date): Promise<void> {
      await NotificationModel.query(db).where('createdAt', '<', instant).delete();
    },
  };
};
