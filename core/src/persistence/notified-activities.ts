import type { Knex } from 'knex';
import { type ActivityFacts, joined } from './activity-views.ts';

/** Who did what was announced, and the words that went with it. */
export interface NotificationCause {
  id: number;
  /** Null when the system did it. */
  actorName: string | null;
  note: string | null;
}

/** What a letter tells of, read at once for all its announcements. */
export const notifiedActivitiesOn = (db: Knex) => ({
  async activities(ids: readonly number[]): Promise<ActivityFacts[]> {
    return joined(db).whereIn('activities.id', ids);
  },

  async causes(historyIds: readonly number[]): Promise<NotificationCause[]> {
    if (historyIds.length === 0) return [];
    return db('activityHistory')
      .leftJoin('users', 'users.id', 'activityHistory.actorId')
      .whereIn('activityHistory.id', historyIds)
      .select('activityHistory.id', 'note', db.raw(`users.first_name || ' ' || users.last_name as actor_name`));
  },
});
