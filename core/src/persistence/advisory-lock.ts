import type { Knex } from 'knex';

/** Of backups and restores on one database. */
const TURN_LOCK = 7_215_063;

/**
 * Lets the transaction go on without limit while it is idle, and alone, or beside others that are beside backups. False where somebody
 * else is at it. The turn ends with the transaction, however that ends.
 */
export async function withAdvisoryLock(trx: Knex, how: 'alone' | 'beside backups'): Promise<boolean> {
  const { rows } = await trx.raw(`select pg_try_advisory_xact_lock${how === 'alone' ? '' : '_shared'}(?) as taken`, [TURN_LOCK]);
  await trx.raw('set local idle_in_transaction_session_timeout = 0');
  return rows[0].taken;
}
