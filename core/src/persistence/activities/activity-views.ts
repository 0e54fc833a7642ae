import type { Knex } from 'knex';
import type { Activity } from '../../domain/activities/activity.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { execute } from '../database/statement.ts';
import type { ActivityFacts } from './activity-views.sql.ts';
import * as sql from './activity-views.sql.ts';
import { type EncodedField, EncodedRows } from './encoded-rows.sql.ts';
import { storedUrgency } from './urgency.sql.ts';

/** A person verifies fewer at a time. */
const AWAITING_MAX = 1_000;

/** Few people have more open work, so one batch mostly is the whole list. */
export const BATCH = 200;

export interface StampedFacts extends ActivityFacts {
  changedAt: Date;
}

/** Reads single activities and a person's own lists. `reports/activity-reports.ts` reads reports. */
export const activityViewsOn = (db: Knex) => ({
  find: async (id: number): Promise<ActivityFacts | undefined> =>
    (await execute<ActivityFacts>(db, sql.ACTIVITY, [id], 'activity')).rows[0],

  list: async (ids: readonly number[]): Promise<ActivityFacts[]> => (await execute<ActivityFacts>(db, sql.ACTIVITIES, [[...ids]])).rows,

  /** Lists the open work of a person by urgency, in batches. */
  async *listPending(userId: number, size = BATCH): AsyncGenerator<ActivityFacts[]> {
    let batch = (await execute<ActivityFacts>(db, sql.PENDING, { userId, limit: size }, 'pending')).rows;
    for (let last = batch.at(-1); last; last = batch.at(-1)) {
      yield batch;
      if (batch.length < size) return;
      const afterUrgency = storedUrgency(last, true);
      batch = (await execute<ActivityFacts>(db, sql.PENDING_AFTER, { userId, limit: size, afterUrgency, after: last.id })).rows;
    }
  },

  /** Reads the first batch of `listPending` as the JSON of its reader. */
  async readEncodedPending(userId: number, today: CalendarDate, fields: readonly EncodedField[]): Promise<EncodedRows> {
    const { rows } = await execute<EncodedRows>(db, sql.encodedPendingQuery(fields), { userId, today, limit: BATCH }, 'encodedPending');
    return new EncodedRows(rows[0] as EncodedRows);
  },

  listAwaitingVerification: async (ownerId: number): Promise<ActivityFacts[]> =>
    (await execute<ActivityFacts>(db, sql.AWAITING_VERIFICATION, { ownerId, limit: AWAITING_MAX }, 'awaitingVerification')).rows,

  listNearest: async (userId: number, today: CalendarDate, limit: number): Promise<StampedFacts[]> =>
    (await execute<StampedFacts>(db, sql.NEAREST, { userId, today, limit })).rows,

  /** Lists what a person has closed, the newest folio first, in batches. */
  async *listClosed(userId: number): AsyncGenerator<ActivityFacts[]> {
    for (let before: number | null = null; ; ) {
      const batch: ActivityFacts[] = (await execute<ActivityFacts>(db, sql.HISTORY, { userId, before, limit: BATCH }, 'closed')).rows;
      if (batch.length > 0) yield batch;
      if (batch.length < BATCH) return;
      before = (batch.at(-1) as Activity).id;
    }
  },
});
