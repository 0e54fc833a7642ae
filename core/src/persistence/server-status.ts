import type { Knex } from 'knex';
import { LATE_MAIL, NOW, VERSION, WAITING_COUNTS } from './server.sql.ts';
import { firstRow } from './statement.ts';

interface StoredCounts {
  databaseBytes: number;
  mailWaiting: number;
  chatWaiting: number;
  chatPeople: number;
}

/** What the database tells of its size and of what waits in it. */
export const serverStatusOn = (db: Knex) => ({
  async counts(): Promise<StoredCounts> {
    return firstRow(db, WAITING_COUNTS);
  },
});

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
    return firstRow(db, LATE_MAIL, { now });
  },

  /** What a wrong clock dated later than now does not count. */
  async sweptAt(now: Date): Promise<Date | null> {
    return (await db('sweeps').where('dueAt', '<=', now).orderBy('dueAt', 'desc').first('sweptAt'))?.sweptAt ?? null;
  },
});
