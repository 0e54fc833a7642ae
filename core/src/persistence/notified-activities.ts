import type { Knex } from 'knex';
import type { HistoryFacts } from '../domain/history/proof.ts';
import { type ActivityFacts, joined } from './activity-views.ts';
import { actorName } from './history.ts';

/** The history row that caused a notification. */
export interface NotificationCause {
  id: number;
  act: string;
  /** Null when the system did it. */
  actorName: string | null;
  note: string | null;
  facts: HistoryFacts | null;
}

/** What a digest shows, read at once for all its notifications. */
export const notifiedActivitiesOn = (db: Knex) => ({
  async activities(ids: readonly number[]): Promise<ActivityFacts[]> {
    return joined(db).whereIn('activities.id', ids);
  },

  async causes(historyIds: readonly number[]): Promise<NotificationCause[]> {
    if (historyIds.length === 0) return [];
    const rows = await db('activityHistory')
      .leftJoin('users', 'users.id', 'activityHistory.actorId')
      .whereIn('activityHistory.id', historyIds)
      .select('activityHistory.id', 'act', 'note', 'facts', 'firstName', 'lastName');
    return rows.map(({ firstName, lastName, ...cause }) => ({ ...cause, actorName: actorName({ firstName, lastName }) }));
  },
});
