import type { Knex } from 'knex';
import * as closed from './closed-work.sql.ts';
import * as due from './due-work.sql.ts';
import * as open from './open-work.sql.ts';
import { TRY_LOCK } from './server.sql.ts';
import { execute, firstRow } from './statement.ts';

const AGAIN = [
  open.FORGET_OPEN_CHANGES,
  open.FORGET_OPEN_COUNTS,
  open.COUNT_OPEN_AGAIN,
  closed.FORGET_CLOSED_CHANGES,
  closed.FORGET_CLOSED_COUNTS,
  closed.COUNT_CLOSED_AGAIN,
  due.FORGET_DUE_COUNTS,
  due.COUNT_DUE_AGAIN,
];

/** Serializes recounts in a new zone. */
const ZONE_LOCK = 7_215_066;

/** The counts of work, which figures read instead of activities (decisions 34, 40 and 43). */
export const workCountsOn = (db: Knex, zone: string) => ({
  /** Counts everything again where the counts are of another business zone, or of none as after an upgrade. Another process may be at it. */
  async adoptZone(): Promise<void> {
    const [kept] = (await execute<{ zone: string }>(db, due.KEPT_ZONE_NAME)).rows;
    if (kept?.zone === zone) return;
    await db.transaction(
      async (trx) => {
        const { isLocked } = await firstRow<{ isLocked: boolean }>(trx, TRY_LOCK, [ZONE_LOCK]);
        if (isLocked) await workCountsOn(trx, zone).recount();
      },
      { isolationLevel: 'repeatable read' },
    );
  },

  /** Adds what changed since the last time. Without a zone it adds nothing. */
  async fold(): Promise<void> {
    for (const statement of [open.FOLD_OPEN, open.DROP_EMPTY_OPEN, closed.FOLD_CLOSED]) await execute(db, statement);
  },

  /** Counts everything again in this zone, for a transaction that sees one moment; later changes stay. */
  async recount(): Promise<void> {
    await execute(db, due.FORGET_DUE_ZONE);
    await execute(db, due.KEEP_DUE_ZONE, { zone });
    for (const statement of AGAIN) await execute(db, statement);
  },

  /** How many cells there are, and how many are not what a recount says. */
  async differences(): Promise<{ cells: number; wrong: number }> {
    const total = { cells: 0, wrong: 0 };
    for (const statement of [open.OPEN_DIFFERENCES, closed.CLOSED_DIFFERENCES, due.DUE_DIFFERENCES]) {
      const [{ cells, wrong } = total] = (await execute<typeof total>(db, statement)).rows;
      total.cells += cells;
      total.wrong += wrong;
    }
    return total;
  },
});
