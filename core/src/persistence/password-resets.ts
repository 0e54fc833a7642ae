import type { Knex } from 'knex';
import { RESET_OF_EMAIL } from './credentials.sql.ts';
import { modelOf } from './models.ts';
import { execute } from './statement.ts';

export interface PasswordReset {
  id: string;
  userId: number;
  tokenHash: Buffer;
  /** False for a token that was shown in the terminal. */
  isMailed: boolean;
  createdAt: Date;
  expiresAt: Date;
}

const PasswordResetModel = modelOf<PasswordReset>('passwordResets');

/** One pending reset or invitation per person. */
export const passwordResetsOn = (db: Knex) => ({
  /** What was pending before opens nothing afterwards. */
  async replace(reset: Omit<PasswordReset, 'createdAt'>, createdAt: Date): Promise<void> {
    await PasswordResetModel.query(db)
      .insert({ ...reset, createdAt })
      .onConflict('userId')
      .merge();
  },

  /** The one of that address, expired or not. Two who use it are serialized by the person's lock. */
  async findByEmail(email: string): Promise<PasswordReset | undefined> {
    return (await execute<PasswordReset>(db, RESET_OF_EMAIL, [email])).rows[0];
  },

  async pendingOf(userId: number, now: Date): Promise<PasswordReset | undefined> {
    return PasswordResetModel.query(db).where({ userId }).where('expiresAt', '>', now).first();
  },

  async find(id: string): Promise<PasswordReset | undefined> {
    return PasswordResetModel.query(db).findById(id);
  },

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await PasswordResetModel.query(db).findById(id).patch({ tokenHash });
  },

  async forgetExpired(now: Date): Promise<void> {
    await PasswordResetModel.query(db).where('expiresAt', '<=', now).delete();
  },

  async setExpiry(id: string, expiresAt: Date): Promise<void> {
    await PasswordResetModel.query(db).findById(id).patch({ expiresAt });
  },

  async removeOf(userId: number): Promise<void> {
    await PasswordResetModel.query(db).where({ userId }).delete();
  },

  async remove(id: string): Promise<void> {
    await PasswordResetModel.query(db).deleteById(id);
  },
});
