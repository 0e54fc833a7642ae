import type { Knex } from 'knex';
import { COUNTS } from './server-status.sql.ts';
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
    return firstRow(db, COUNTS);
  },
});
