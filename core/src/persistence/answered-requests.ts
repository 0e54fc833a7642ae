import type { Knex } from 'knex';

/** Answers are repeated for this long (decisions, 1.8). */
const KEPT_MS = 24 * 3_600_000;

/** What a person's request was answered, so that its repetition gets the same answer and acts once. */
export const answeredRequestsOn = (db: Knex) => ({
  /** Takes the key for this transaction, or tells what it was used for. A simultaneous twin waits here until the first has committed. */
  async take(userId: number, key: string, fingerprint: string, now: Date): Promise<'taken' | { fingerprint: string; reply: unknown }> {
    await db('answeredRequests')
      .where({ userId, key })
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .delete();
    const row = await db('answeredRequests')
      .insert({ userId, key, fingerprint, createdAt: now })
      .onConflict(['userId', 'key'])
      .ignore()
      .returning('key');
    return row.length > 0 ? 'taken' : db('answeredRequests').where({ userId, key }).first('fingerprint', 'reply');
  },

  async forgetOld(now: Date): Promise<void> {
    await db('answeredRequests')
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .delete();
  },

  async answer(userId: number, key: string, reply: unknown): Promise<void> {
    await db('answeredRequests')
      .where({ userId, key })
      .update({ reply: JSON.stringify(reply) });
  },
});
