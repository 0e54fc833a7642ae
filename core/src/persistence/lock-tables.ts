import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { END_LIMIT, LIMIT_ALL_LOCKS, LIMIT_EACH_LOCK, lockAgainstWriters, TABLES } from './lock-tables.sql.ts';
import { execute, firstRow } from './statement.ts';

const LETS_PASS_MS = 2_000;
const TRIES = 300;
/** `lock_not_available`, and `query_canceled` of `statement_timeout`. */
const TAKEN = ['55P03', '57014'];

/**
 * Locks every table against writers before any is altered. Locking one and then waiting for the next could deadlock with people who
 * work, and their transactions would fail. For a transaction; throws when it takes long.
 */
export async function lockTables(trx: Knex): Promise<void> {
  const { names } = await firstRow<{ names: string | null }>(trx, TABLES);
  await execute(trx, LIMIT_EACH_LOCK);
  if (!names) return;
  await execute(trx, LIMIT_ALL_LOCKS);
  await execute(trx, lockAgainstWriters(names));
  await execute(trx, END_LIMIT);
}

/** Whoever wants a table stands behind us while we wait for it: when it takes long we say so, let them pass, and try again. */
export async function retryAfterOthers<Result>(work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!TAKEN.includes((error as { code?: string }).code ?? '') || tries === TRIES) throw error;
      if (tries === 1) onWait();
      await pause(LETS_PASS_MS);
    }
  }
}
