import type { Knex } from 'knex';

export interface PasswordReset {
  id: string;
  userId: number;
  tokenHash: Buffer;
  /** False for a token that was shown in the terminal. */
  isMailed: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** One pending reset or invitation per person. */
export const passwordResetsOn = (db: Knex) => ({
  /** What was pending before opens nothing afterwards. */
  async replace(reset: Omit<PasswordReset, 'createdAt'>, createdAt: Date): Promise<void> {
    await db('passwordResets')
      .insert({ ...reset, createdAt })
      .onConflict('userId')
      .merge();
  },

  /** The one of that address, expired or not. Two who use it are serialized by the person's lock. */
  async findByEmail(email: string): Promise<PasswordReset | undefined> {
    return db('passwordResets')
      .join('users', 'users.id', 'passwordResets.userId')
      .whereRaw('lower(users.email) = lower(?)', [email])
      .where('users.isActive', true)
      .first('passwordResets.*');
  },

  async pendingOf(userId: number, now: Date): Promise<PasswordReset | undefined> {
    return db('passwordResets').where({ userId }).where('expiresAt', '>', now).first();
  },

  async find(id: string): Promise<PasswordReset | undefined> {
    return db('passwordResets').where({ id }).first();
  },

  async setTokenHash(id: string, tokenHash: Buffer): Promise<void> {
    await db('passwordResets').where({ id }).update({ tokenHash });
  },

  async forgetExpired(now: Date): Promise<void> {
    await db('passwordResets').where('expiresAt', '<=', now).delete();
  },

  async setExpiry(id: string, expiresAt: Date): Promise<void> {
    await db('passwordResets').where({ id }).update({ expiresAt });
  },

  async removeOf(userId: number): Promise<void> {
    await db('passwordResets').where({ userId }).delete();
  },

  async remove(id: string): Promise<void> {
    await db('passwordResets').where({ id }).delete();
  },
});
