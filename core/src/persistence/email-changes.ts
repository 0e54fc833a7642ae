import type { Knex } from 'knex';
import { modelOf } from './models.ts';

export interface StoredEmailChange {
  id: string;
  userId: number;
  email: string;
  tokenHash: Buffer;
  requestedById: number;
  createdAt: Date;
  expiresAt: Date;
}

const EmailChangeModel = modelOf<StoredEmailChange>('emailChanges');

/** One pending email change for each person; a new one replaces it. */
export const emailChangesOn = (db: Knex) => ({
  async replace(change: StoredEmailChange): Promise<void> {
    await EmailChangeModel.query(db).insert(change).onConflict('userId').merge();
  },

  async find(id: string): Promise<StoredEmailChange | undefined> {
    return EmailChangeModel.query(db).findById(id);
  },

  async of(userId: number): Promise<StoredEmailChange | undefined> {
    return EmailChangeModel.query(db).where({ userId }).first();
  },

  async withToken(tokenHash: Buffer): Promise<StoredEmailChange | undefined> {
    return EmailChangeModel.query(db).where({ tokenHash }).first();
  },

  /** The pending email of each person who has one, by the person's id. */
  async pending(now: Date): Promise<Map<number, string>> {
    const rows = await EmailChangeModel.query(db).where('expiresAt', '>', now).select('userId', 'email');
    return new Map(rows.map(({ userId, email }) => [userId, email]));
  },

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await EmailChangeModel.query(db).findById(id).patch({ tokenHash });
  },

  async removeOf(userId: number): Promise<void> {
    await EmailChangeModel.query(db).where({ userId }).delete();
  },

  async forgetExpired(now: Date): Promise<void> {
    await EmailChangeModel.query(db).where('expiresAt', '<=', now).delete();
  },
});
