import type { Knex } from 'knex';
import { LATE, NOW, VERSION } from './diagnosis.sql.ts';
import { firstRow } from './statement.ts';

/** What the database tells about itself and about what waits in it. */
export const diagnosisOn = (db: Knex) => ({
  /** The database's clock at this moment. */
  async now(): Promise<Date> {
    return (await firstRow<{ now: Date }>(db, NOW)).now;
  },

  /** '18.4' */
  async databaseVersion(): Promise<string> {
    return (await firstRow<{ version: string }>(db, VERSION)).version;
  },

  /** Announcements by email that are due or were tried in vain; what waits for the morning is not late. */
  async late(now: Date): Promise<{ lateCount: number; lateSince: Date | null }> {
    return firstRow(db, LATE, { now });
  },

  /** What a wrong clock dated later than now does not count. */
  async sweptAt(now: Date): Promise<Date | null> {
    return (await db('sweeps').where('dueAt', '<=', now).orderBy('dueAt', 'desc').first('sweptAt'))?.sweptAt ?? null;
  },
});
