import type { Knex } from 'knex';

export interface EmailChange {
  id: string;
  userId: number;
  email: string;
  tokenHash: Buffer;
  requestedById: number;
  createdAt: Date;
  expiresAt: Date;
}

/** One pending email change for each person; a new one replaces it. */
export const emailChangesOn = (db: Knex) => ({
  async replace(change: EmailChange): Promise<void> {
    await db('emailChanges').insert(change).onConflict('userId').merge();
  },

  async find(id: string): Promise<EmailChange | undefined> {
    return db('emailChanges').where({ id }).first();
  },

  async of(userId: number): Promise<EmailChange | undefined> {
    return db('emailChanges').where({ userId }).first();
  },

  async withToken(tokenHash: Buffer): Promise<EmailChange | undefined> {
    return db('emailChanges').where({ tokenHash }).first();
  },

  /** The pending email of each person who has one, by the person's id. */
  async pending(now: Date): Promise<Map<number, string>> {
    const rows: EmailChange[] = await db('emailChanges').where('expiresAt', '>', now).select('userId', 'email');
    return new Map(rows.map(({ userId, email }) => [userId, email]));
  },

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await db('emailChanges').where({ id }).update({ tokenHash });
  },

  async removeOf(userId: number): Promise<void> {
    await db('emailChanges').where({ userId }).delete();
  },

  async forgetExpired(now: Date): Promise<void> {
    await db('emailChanges').where('expiresAt', '<=', now).delete();
  },
});
