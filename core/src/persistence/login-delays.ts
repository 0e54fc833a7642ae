import type { Knex } from 'knex';
import { FAILURES_KEPT_MS, type LoginFailures } from '../domain/people/login-delay.ts';
import { hashOf } from '../secrets/tokens.ts';

const accountOf = (email: string) => ({ accountHash: hashOf(email.toLowerCase()) });

/** Failed logins by account, counted for all processes; an email that nobody has is counted alike. */
export const loginDelaysOn = (db: Knex) => ({
  async find(email: string): Promise<LoginFailures | undefined> {
    return db('loginDelays').where(accountOf(email)).first('failures', 'triedAt');
  },

  /** The same, locked until the transaction ends; made where there was none. */
  async lock(email: string, now: Date): Promise<LoginFailures> {
    const account = accountOf(email);
    await db('loginDelays')
      .insert({ ...account, failures: 0, triedAt: now })
      .onConflict('accountHash')
      .ignore();
    return db('loginDelays').where(account).forUpdate().first('failures', 'triedAt');
  },

  async save(email: string, tried: LoginFailures): Promise<void> {
    await db('loginDelays').where(accountOf(email)).update(tried);
  },

  /** Takes back one try that was no failure. */
  async takeBack(email: string): Promise<void> {
    await db('loginDelays').where(accountOf(email)).where('failures', '>', 0).decrement('failures', 1);
  },

  async forget(email: string): Promise<void> {
    await db('loginDelays').where(accountOf(email)).delete();
  },

  async forgetOld(now: Date): Promise<void> {
    await db('loginDelays')
      .where('triedAt', '<=', new Date(now.getTime() - FAILURES_KEPT_MS))
      .delete();
  },
});
