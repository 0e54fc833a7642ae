import type { Knex } from 'knex';
import * as closed from './closed-work.sql.ts';
import * as open from './open-work.sql.ts';
import { execute } from './statement.ts';

const AGAIN = [
  open.FORGET_OPEN_CHANGES,
  open.FORGET_OPEN_COUNTS,
  open.COUNT_OPEN_AGAIN,
  closed.FORGET_CLOSED_CHANGES,
  closed.FORGET_CLOSED_COUNTS,
  closed.COUNT_CLOSED_AGAIN,
];

/** The counts of open and of closed work, which figures read instead of activities (decisions 34 and 40). */
export const workCountsOn = (db: Knex) => ({
  /** Adds what changed since the last time. */
  async fold(): Promise<void> {
    for (const statement of [open.FOLD_OPEN, open.DROP_EMPTY_OPEN, closed.FOLD_CLOSED]) await execute(db, statement);
  },

  /** Counts everything again, for a transaction that sees one moment; later changes stay. */
  async recount(): Promise<void> {
    for (const statement of AGAIN) await execute(db, statement);
  },

  /** How many cells there are, and how many are not what a recount says. */
  async differences(): Promise<{ cells: number; wrong: number }> {
    const total = { cells: 0, wrong: 0 };
    for (const statement of [open.OPEN_DIFFERENCES, closed.CLOSED_DIFFERENCES]) {
      const [{ cells, wrong } = total] = (await execute<typeof total>(db, statement)).rows;
      total.cells += cells;
      total.wrong += wrong;
    }
    return total;
  },
});
