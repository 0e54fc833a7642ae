import type { Knex } from 'knex';
import type { Activity } from '../domain/activity/activity.ts';
import { AROUND } from './activity-series.sql.ts';
import { execute } from './statement.ts';

/** One activity of a series, with what the policy needs. */
export type Occurrence = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'occurrence'>;

/** Repeatable work as a series. */
export const activitySeriesOn = (db: Knex) => ({
  /** The `size` members of an activity's series that are nearest to it, itself among them, the oldest first. */
  async around(id: number, size: number): Promise<Occurrence[]> {
    return (await execute<Occurrence>(db, AROUND, { id, reach: size - 1, size })).rows;
  },
});
