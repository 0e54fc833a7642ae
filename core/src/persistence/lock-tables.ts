import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';

/** Less than PostgreSQL's `deadlock_timeout` of a second: nobody who works is ended for our sake. */
const ALL_WITHIN = '700ms';
/** For a table that somebody reads, such as a backup, which holds all of them for as long as it takes. */
const EACH_WITHIN = '2s';
const LETS_PASS_MS = 2_000;
const TRIES = 300;
/** `lock_not_available`, and `query_canceled` of `statement_timeout`. */
const TAKEN = ['55P03', '57014'];

const TABLES = `
  select string_agg(quote_ident(relname), ', ' order by oid) as names from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'knex_migrations%'`;

/**
 * Takes every table from whoever writes, all of them before any is altered: a change that took one and then waited for the next would
 * end in a deadlock with people who work, and they would lose. Others only read meanwhile. For a transaction; throws when it takes long.
 */
export async function lockTables(trx: Knex): Promise<void> {
  const { rows } = await trx.raw(TABLES);
  await trx.raw(`set local lock_timeout = '${EACH_WITHIN}'`);
  if (!rows[0].names) return;
  await trx.raw(`set local statement_timeout = '${ALL_WITHIN}'`);
  await trx.raw(`lock table ${rows[0].names} in share row exclusive mode`);
  await trx.raw('set local statement_timeout to default');
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
