import type { Knex } from 'knex';
import type { Status } from '../domain/activity.ts';
import type { Channel } from '../domain/person.ts';
import { HistoryRow } from './rows.ts';

export interface HistoryEntry {
  activityId: number;
  act: string;
  /** Null when the system acted. */
  actorId: number | null;
  channel: Channel;
  at: Date;
  fromStatus: Status | null;
  toStatus: Status;
  note: string | null;
}

/** Append-only; a trigger refuses everything else. */
export const historyOn = (db: Knex) => ({
  /** The entry's id, which keys the announcements it causes. */
  async add(entry: HistoryEntry): Promise<number> {
    return (await HistoryRow.query(db).insert(entry).returning('id')).id;
  },

  /** Oldest first, with who did it. */
  async of(activityId: number): Promise<(HistoryEntry & { id: number; actorName: string | null })[]> {
    return db('activityHistory')
      .leftJoin('users', 'users.id', 'activityHistory.actorId')
      .where({ activityId })
      .orderBy('activityHistory.id')
      .select('activityHistory.*', db.raw(`users.first_name || ' ' || users.last_name as actor_name`));
  },
});
