import type { Knex } from 'knex';
import * as sql from './database/server.sql.ts';
import { firstRow } from './database/statement.ts';
import { ReminderRunModel } from './notifications/scheduled-notifications.ts';

interface WaitingCounts {
  databaseBytes: number;
  mailWaiting: number;
  chatWaiting: number;
  chatPeople: number;
  pushWaiting: number;
  pushDevices: number;
  /** The oldest due notification waits since then; null where none is due. */
  chatLateSince: Date | null;
  pushLateSince: Date | null;
}

export interface NotificationFigures {
  mailWaiting: number;
  chatWaiting: number;
  pushWaiting: number;
  mailSeconds: number;
  chatSeconds: number;
  pushSeconds: number;
}

export interface ReachFigures {
  pushDevices: number;
  failed: number;
}

export const serverStatusOn = (db: Knex) => ({
  counts: async (now: Date): Promise<WaitingCounts> => firstRow(db, sql.WAITING_COUNTS, { now }),
  notificationFigures: async (now: Date): Promise<NotificationFigures> => firstRow(db, sql.NOTIFICATION_FIGURES, { now }),
  reachFigures: async (): Promise<ReachFigures> => firstRow(db, sql.REACH_FIGURES),

  /** Works on a schema of any version. */
  databaseBytes: async (): Promise<number> => (await firstRow<{ bytes: number }>(db, sql.DATABASE_SIZE)).bytes,
  now: async (): Promise<Date> => (await firstRow<{ now: Date }>(db, sql.NOW)).now,

  /** Returns a version such as '18.4'. */
  databaseVersion: async (): Promise<string> => (await firstRow<{ version: string }>(db, sql.VERSION)).version,

  /** Counts emails that are due or were tried in vain. Those that wait for the morning are not late. */
  late: async (now: Date): Promise<{ lateCount: number; lateSince: Date | null }> => firstRow(db, sql.LATE_MAIL, { now }),
  firstSteps: async (): Promise<{ hasPeople: boolean; hasTopic: boolean; hasActivity: boolean }> => firstRow(db, sql.FIRST_STEPS),

  /** Returns when the reminder job ran last. A run after `now` does not count, because a wrong clock dated it. */
  remindersRunAt: async (now: Date): Promise<Date | null> =>
    (await ReminderRunModel.query(db).where('dueAt', '<=', now).orderBy('dueAt', 'desc').first())?.sweptAt ?? null,
});
