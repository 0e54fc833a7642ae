import type { Knex } from 'knex';
import { ALLOW_IDLING, TRY_LOCK, TRY_SHARED_LOCK } from './advisory-lock.sql.ts';
import { execute, firstRow } from './statement.ts';

/** Serializes backups and restores of one database. */
const BACKUP_LOCK = 7_215_063;

/** Locks alone, or beside others that lock beside backups; false if another transaction has the lock. Idling has no limit then. */
export async function withAdvisoryLock(trx: Knex, how: 'alone' | 'beside backups'): Promise<boolean> {
  const { isLocked } = await firstRow<{ isLocked: boolean }>(trx, how === 'alone' ? TRY_LOCK : TRY_SHARED_LOCK, [BACKUP_LOCK]);
  await execute(trx, ALLOW_IDLING);
  return isLocked;
}
