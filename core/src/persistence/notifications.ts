import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { ActivityKind } from '../domain/notifications/notification-rules.ts';
import { COUNT_UNREAD, FORGET, LIST, MARK_READ, WITHDRAW } from './notifications.sql.ts';
import { execute, firstRow } from './statement.ts';

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
/** The owner of a list, as far as it decides what is hidden from them, and the oldest moment of it. */
interface ListReader {
  recipientId: number;
  /** Themselves, and the absent people they represent. */
  actsFor: readonly number[];
  /** Whether they may see every activity. */
  seesAll: boolean;
  since: Date;
}
/** Some of a person's notifications, those of one activity, or all up to one; several conditions hold together. */
export interface NotificationChoice {
  ids?: readonly number[] | undefined;
  activityId?: number | undefined;
  until?: number | undefined;
}

/** What people were notified of, by any channels. The acts and the reminder job write it. */
export const notificationsOn = (db: Knex) => ({
  /** Newest first, those older than `before`. */
  async of({ actsFor, ...reader }: ListReader, { before, limit }: { before: number | undefined; limit: number }) {
    const values = { ...reader, actsFor: [...actsFor], before: before ?? null, limit };
    return (await execute<StoredNotification>(db, LIST, values)).rows;
  },

  async countUnread({ actsFor, ...reader }: ListReader): Promise<number> {
    return (await firstRow<{ unread: number }>(db, COUNT_UNREAD, { ...reader, actsFor: [...actsFor] })).unread;
  },

  /** How many were unread. */
  async markRead(recipientId: number, { ids, activityId, until }: NotificationChoice, now: Date): Promise<number> {
    const selection = { ids: ids ? [...ids] : null, activityId: activityId ?? null, until: until ?? null };
    return (await execute(db, MARK_READ, { recipientId, ...selection, now })).rowCount;
  },

  /** Forgets the notifications of a comment, as far as none of them was claimed for delivery. */
  async withdraw(activityId: number, commentId: number): Promise<void> {
    await execute(db, WITHDRAW, { activityId, commentId });
  },

  async forgetBefore(instant: Date): Promise<void> {
    await execute(db, FORGET, { instant });
  },
});
