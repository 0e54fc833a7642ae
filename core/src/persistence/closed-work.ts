import type { Knex } from 'knex';
import { COUNT_AGAIN, DIFFERENCES, FOLD, FORGET_CHANGES, FORGET_COUNTS } from './closed-work.sql.ts';
import { execute } from './statement.ts';

/** The counts of closed work, which figures read instead of the past (decision 34). */
export const closedWorkOn = (db: Knex) => ({
  /** Adds what changed since the last time. */
  async fold(): Promise<void> {
    await execute(db, FOLD);
  },

  /** Counts everything again, for a transaction that sees one moment; later changes stay. */
  async recount(): Promise<void> {
    for (const statement of [FORGET_CHANGES, FORGET_COUNTS, COUNT_AGAIN]) await execute(db, statement);
  },

  /** How many cells there are, and how many are not what a recount says. */
  async differences(): Promise<{ cells: number; wrong: number }> {
    return (await execute<{ cells: number; wrong: number }>(db, DIFFERENCES)).rows[0] as { cells: number; wrong: number };
  },
});
