import type { Knex } from 'knex';
import { lockAgainstWriters } from '../server.sql.ts';
import { execute } from '../statement.ts';
import * as due from './due-work.sql.ts';
import * as sums from './work-counts.sql.ts';

const FOLD = [sums.FOLD_OPEN, sums.DROP_EMPTY_OPEN, sums.FOLD_CLOSED, due.DROP_EMPTY_DUE, due.FOLD_VERDICTS];
const AGAIN = [
  due.emptyTable('open_work_changes'),
  due.emptyTable('open_work_counts'),
  sums.COUNT_OPEN_AGAIN,
  due.emptyTable('closed_work_changes'),
  due.emptyTable('closed_work_counts'),
  sums.COUNT_CLOSED_AGAIN,
  due.emptyTable('due_work_counts'),
  due.COUNT_DUE_AGAIN,
  due.emptyTable('verdict_changes'),
  due.emptyTable('verdict_counts'),
  due.COUNT_VERDICTS_AGAIN,
];

/** What a fold writes, the zone first, because a fold locks it first too. */
const LOCK_FOLDED = lockAgainstWriters('due_work_zone, open_work_counts, due_work_counts, verdict_counts');

/** The counts of work, which figures read instead of activities (decisions 34, 40, 43 and 45). */
export const workCountsOn = (db: Knex, zone: string) => ({
  /** The business zone of the counts by deadline; undefined before the first recount. */
  async keptZone(): Promise<string | undefined> {
    return (await execute<{ zone: string }>(db, due.KEPT_ZONE_NAME)).rows[0]?.zone;
  },

  /** Counts everything again where the counts are of another business zone, or of none as after an upgrade. It waits for another process that does. */
  async adoptZone(): Promise<void> {
    if ((await this.keptZone()) === zone) return;
    await db.transaction(
      async (trx) => {
        const counts = workCountsOn(trx, zone);
        await execute(trx, LOCK_FOLDED);
        if ((await counts.keptZone()) === zone) return;
        await execute(trx, due.emptyTable('due_work_zone'));
        await counts.recount();
      },
      { isolationLevel: 'repeatable read' },
    );
  },

  /** Adds what changed since the last time. Without a zone nothing is added to the counts by deadline, which nobody reads then. */
  async fold(): Promise<void> {
    for (const statement of FOLD) await execute(db, statement);
  },

  /**
   * Counts everything again, in the kept zone or else in this one, for a transaction that sees one moment; later changes stay. It locks first,
   * because that moment would otherwise be before the end of a fold.
   */
  async recount(): Promise<void> {
    await execute(db, LOCK_FOLDED);
    await execute(db, due.KEEP_DUE_ZONE, { zone });
    for (const statement of AGAIN) await execute(db, statement);
  },

  /** How many cells there are, and how many are not what a recount says. */
  async differences(): Promise<{ cells: number; wrong: number }> {
    const total = { cells: 0, wrong: 0 };
    for (const statement of [sums.OPEN_DIFFERENCES, sums.CLOSED_DIFFERENCES, due.DUE_DIFFERENCES, due.VERDICT_DIFFERENCES]) {
      const [{ cells, wrong } = total] = (await execute<typeof total>(db, statement)).rows;
      total.cells += cells;
      total.wrong += wrong;
    }
    return total;
  },
});
