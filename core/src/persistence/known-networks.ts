import type { Knex } from 'knex';

const DAY_MS = 24 * 3_600_000;
/** A network is forgotten after so long without a login. */
const NETWORK_KEPT_MS = 90 * DAY_MS;

/** Networks from which somebody has logged in. */
export const knownNetworksOn = (db: Knex) => ({
  async isKnown(network: string, now: Date): Promise<boolean> {
    const seen = db('knownNetworks')
      .where({ network })
      .where('seenAt', '>', new Date(now.getTime() - NETWORK_KEPT_MS));
    return (await seen.first('seenAt')) !== undefined;
  },

  /** Noted once a day, so that an office that logs in at nine does not wait for one row. */
  async remember(network: string, now: Date): Promise<void> {
    const seen = await db('knownNetworks').where({ network }).first('seenAt');
    if (seen && seen.seenAt.getTime() > now.getTime() - DAY_MS) return;
    await db('knownNetworks').insert({ network, seenAt: now }).onConflict('network').merge();
  },

  async forgetOld(now: Date): Promise<void> {
    await db('knownNetworks')
      .where('seenAt', '<=', new Date(now.getTime() - NETWORK_KEPT_MS))
      .delete();
  },
});
