import type { Knex } from 'knex';

export interface PasswordReset {
  id: string;
  userId: number;
  tokenHash: Buffer;
  wrongTries: number;
  expiresAt: Date;
}

/** One pending reset or invitation per person; asking again voids the earlier one (decisions, section 5). */
export const passwordResetsOn = (db: Knex) => ({
  async replace(reset: Omit<PasswordReset, 'wrongTries'>, createdAt: Date): Promise<void> {
    await db('passwordResets')
      .insert({ ...reset, wrongTries: 0, createdAt })
      .onConflict('userId')
      .merge();
  },

  /** The pending one of that address, locked so that two uses are one. */
  async lockByEmail(email: string): Promise<PasswordReset | undefined> {
    return db('passwordResets')
      .join('users', 'users.id', 'passwordResets.userId')
      .whereRaw('lower(users.email) = lower(?)', [email])
      .where('users.isActive', true)
      .forUpdate('passwordResets')
      .first('passwordResets.*');
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

  async countWrongTry(id: string): Promise<void> {
    await db('passwordResets').where({ id }).increment('wrongTries', 1);
  },

  async removeOf(userId: number): Promise<void> {
    await db('passwordResets').where({ userId }).delete();
  },

  async remove(id: string): Promise<void> {
    await db('passwordResets').where({ id }).delete();
  },
});
