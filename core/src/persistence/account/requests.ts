import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { COUNT_EVENT, FORGET_REPLIES, KEEP_REPLY, TAKE_KEY } from './callers.sql.ts';

export interface TakenKey {
  key: string;
  fingerprint: string;
  /** The answer is repeated for this many days (docs/product.md, 1.8); unset, one. */
  keptDays?: number | undefined;
}
export interface StoredReply {
  fingerprint: string;
  reply: unknown;
}
const AnsweredRequestModel = defineModel<StoredReply & { userId: number; key: string; createdAt: Date }>('answeredRequests', {
  key: ['userId', 'key'],
});

/** Keeps the answers to requests, so that a repeated request gets the same answer and acts once. */
export const idempotencyKeysOn = (db: Knex) => ({
  /** Takes a key for this transaction; returns its earlier use, or null. The same request at the same time waits here until the first has committed. */
  async take(userId: number, { key, fingerprint, keptDays = 1 }: TakenKey, now: Date): Promise<StoredReply | null> {
    const { rows } = await execute(db, TAKE_KEY, { userId, key, fingerprint, keptDays, now }, 'takeKey');
    if (rows.length > 0) return null;
    return (await AnsweredRequestModel.query(db).findById([userId, key]).select('fingerprint', 'reply')) as StoredReply;
  },

  /** Tells whether the same request was answered before. */
  isRepeated: async (userId: number, { key, fingerprint }: TakenKey): Promise<boolean> =>
    Boolean(await AnsweredRequestModel.query(db).findOne({ userId, key, fingerprint }).select('key')),

  async forgetOld(now: Date): Promise<void> {
    await execute(db, FORGET_REPLIES, { now });
  },

  async answer(userId: number, key: string, reply: unknown): Promise<void> {
    await execute(db, KEEP_REPLY, { userId, key, reply: JSON.stringify(reply) }, 'keepAnswer');
  },
});

/** Counts events within a window of time, in the table of the rate limits. Only a hash of what is counted is stored. */
export const eventCountersOn = (db: Knex) => ({
  /** Counts an event; returns how many there were since the window began. */
  async count(name: string, whose: readonly (string | number)[], seconds: number, now: Date): Promise<number> {
    const key = `${name}:${createHash('sha256').update(whose.join('\n').toLowerCase()).digest('base64url')}`;
    const { points } = await firstRow<{ points: number }>(db, COUNT_EVENT, {
      key,
      countedAt: now.getTime(),
      countedUntil: now.getTime() + seconds * 1_000,
    });
    return points;
  },
});
