import type { Knex } from 'knex';
import { TAKE } from './idempotency-keys.sql.ts';
import { prepared } from './prepared.ts';
import { execute } from './statement.ts';

/** Answers are repeated for this long (docs/product.md, 1.8). */
const KEPT_MS = 24 * 3_600_000;

/** What a person's request was answered, so that its repetition gets the same answer and acts once. */
export const idempotencyKeysOn = (db: Knex) => ({
  /** Takes the key for this transaction, or tells what it was used for. A simultaneous twin waits here until the first has committed. */
  async take(userId: number, key: string, fingerprint: string, now: Date): Promise<'taken' | { fingerprint: string; reply: unknown }> {
    const request = { userId, key, fingerprint, now, since: new Date(now.getTime() - KEPT_MS) };
    const { rows } = await execute(db, TAKE, request, 'takeKey');
    return rows.length > 0 ? 'taken' : db('answeredRequests').where({ userId, key }).first('fingerprint', 'reply');
  },

  async forgetOld(now: Date): Promise<void> {
    await db('answeredRequests')
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .delete();
  },

  async answer(userId: number, key: string, reply: unknown): Promise<void> {
    await db('answeredRequests')
      .where({ userId, key })
      .options(prepared(db, 'keepAnswer'))
      .update({ reply: JSON.stringify(reply) });
  },
});
