import type { Knex } from 'knex';
import type { FailedDigest } from '../domain/notifications/delivery.ts';
import { tokenKinds } from '../domain/notifications/notification.ts';
import { LIST_FAILED, LOCK_DEAD_TOKENS } from './outbox.sql.ts';
import { newsUntil, OutboxModel } from './outbox.ts';
import { execute } from './statement.ts';

export interface DeadToken {
  letter: string;
  kind: (typeof tokenKinds)[number];
  recipientId: number;
}

/** Digests that were given up. Overtaken ones are not listed, because nothing of them held. */
export const failedDigestsOn = (db: Knex) => {
  const failed = () => OutboxModel.query(db).whereNotNull('letter').whereNotNull('failedAt').whereNot('failure', 'overtaken');

  return {
    /** The newest first. */
    async list(limit: number): Promise<FailedDigest[]> {
      return (await execute<FailedDigest>(db, LIST_FAILED, { limit })).rows;
    },

    async count(): Promise<number> {
      return failed().distinct('letter').resultSize();
    },

    /** Makes digests due for another week, with new tries and the same ids. Returns how many. */
    async sendAgain(letters: readonly string[], now: Date): Promise<number> {
      const again = { failedAt: null, failure: null, lastError: null, claimedUntil: null, tries: 0 };
      const rows = await failed()
        .whereIn('letter', [...letters])
        .patch({ ...again, nextTryAt: now, expiresAt: newsUntil(now) })
        .returning('letter');
      return new Set(rows.map(({ letter }) => letter)).size;
    },

    /** The digests of these ids whose token has expired, locked until the transaction ends. */
    async withDeadToken(letters: readonly string[], now: Date): Promise<DeadToken[]> {
      return (await execute<DeadToken>(db, LOCK_DEAD_TOKENS, { letters: [...letters], kinds: [...tokenKinds], now })).rows;
    },

    /** Takes digests off the list, because others replaced them. */
    async supersede(letters: readonly string[]): Promise<void> {
      await failed()
        .whereIn('letter', [...letters])
        .patch({ failure: 'overtaken' });
    },

    /** Whether one of these ids is a digest. */
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
