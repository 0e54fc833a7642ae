import type { Knex } from 'knex';
import type { CalendarDate } from '../../domain/calendar.ts';
import { type FailedDigest, newsUntil } from '../../domain/notifications/delivery.ts';
import { type RequestKind, tokenKinds } from '../../domain/notifications/notification.ts';
import type { ActivityKind } from '../../domain/notifications/notification-rules.ts';
import { execute, firstRow } from '../database/statement.ts';
import { COUNT_UNREAD, FORGET, LIST, MARK_READ, WITHDRAW } from './notifications.sql.ts';
import { LIST_FAILED, LOCK_DEAD_TOKENS, SENT_FIGURES } from './outbox.sql.ts';
import { OutboxModel } from './outbox.ts';

export interface StoredNotification {
  id: number;
  kind: ActivityKind | RequestKind | 'accountChanged';
  /** Null for an administrative act and a request. */
  activityId: number | null;
  /** The effective deadline when it was written. */
  deadlineOn: CalendarDate | null;
  /** The history row that caused it; null for reminders of a deadline. */
  historyId: number | null;
  /** The row of the administration's history that caused it; null for others. */
  adminId: number | null;
  /** The request that it is of; null for others. */
  requestId: number | null;
  createdAt: Date;
  /** Null while one of its rows is unread. */
  readAt: Date | null;
  /** The further activities that the same act changed at once, the newest first. */
  otherIds: number[];
}
/** The reader of a list, which decides what is hidden. */
interface ListReader {
  recipientId: number;
  /** The reader and the absent people whom they represent. */
  actsFor: readonly number[];
  /** Set where the reader may see every activity. */
  seesAll: boolean;
  /** Older notifications are not listed. */
  since: Date;
}
/** Selects a person's notifications: some, those of one activity, or all up to one. Several conditions hold together. */
export interface NotificationChoice {
  ids?: readonly number[] | undefined;
  activityId?: number | undefined;
  until?: number | undefined;
}

/** The list of what people were notified of by any channel. Acts and the reminder job write it. */
export const notificationsOn = (db: Knex) => ({
  async list({ actsFor, ...reader }: ListReader, { before, limit }: { before: number | undefined; limit: number }) {
    const values = { ...reader, actsFor: [...actsFor], before: before ?? null, limit };
    return (await execute<StoredNotification>(db, LIST, values)).rows;
  },

  countUnread: async ({ actsFor, ...reader }: ListReader): Promise<number> =>
    (await firstRow<{ unread: number }>(db, COUNT_UNREAD, { ...reader, actsFor: [...actsFor] })).unread,

  async markRead(recipientId: number, { ids, activityId, until }: NotificationChoice, now: Date): Promise<number> {
    const selection = { ids: ids ? [...ids] : null, activityId: activityId ?? null, until: until ?? null };
    return (await execute(db, MARK_READ, { recipientId, ...selection, now })).rowCount;
  },

  async withdraw(activityId: number, commentId: number): Promise<void> {
    await execute(db, WITHDRAW, { activityId, commentId });
  },

  async forgetBefore(instant: Date): Promise<void> {
    await execute(db, FORGET, { instant });
  },
});

export interface DeadToken {
  letter: string;
  kind: (typeof tokenKinds)[number];
  recipientId: number;
}

/** Digests that were given up. Overtaken ones are left out, because nothing of them held. */
export const failedDigestsOn = (db: Knex) => {
  const failed = () => OutboxModel.query(db).whereNotNull('letter').whereNotNull('failedAt').whereNot('failure', 'overtaken');

  return {
    list: async (limit: number): Promise<FailedDigest[]> => (await execute<FailedDigest>(db, LIST_FAILED, { limit })).rows,
    count: async (): Promise<number> => failed().distinct('letter').resultSize(),

    /** Counts the notifications that were sent since then by any way; the last one is null where there is none. */
    sentFigures: (since: Date) => firstRow<{ sent: number; lastSentAt: Date | null }>(db, SENT_FIGURES, { since }),

    /** Makes digests due for another week, with new tries and the same ids. Returns how many. */
    async sendAgain(letters: readonly string[], now: Date): Promise<number> {
      const fresh = { failedAt: null, failure: null, lastError: null, claimedUntil: null, tries: 0 };
      const rows = await failed()
        .whereIn('letter', [...letters])
        .patch({ ...fresh, nextTryAt: now, expiresAt: newsUntil(now) })
        .returning('letter');
      return new Set(rows.map(({ letter }) => letter)).size;
    },

    /** Finds the digests of these ids whose token has expired, and locks them until the transaction ends. */
    withDeadToken: async (letters: readonly string[], now: Date): Promise<DeadToken[]> =>
      (await execute<DeadToken>(db, LOCK_DEAD_TOKENS, { letters: [...letters], kinds: [...tokenKinds], now })).rows,

    /** Takes digests off the list, because others replaced them. */
    async supersede(letters: readonly string[]): Promise<void> {
      await failed()
        .whereIn('letter', [...letters])
        .patch({ failure: 'overtaken' });
    },

    async isKnown(letters: readonly string[]): Promise<boolean> {
      return Boolean(
        await OutboxModel.query(db)
          .whereIn('letter', [...letters])
          .select('id')
          .first(),
      );
    },
  };
};
