import type { Knex } from 'knex';
import {
  DATABASE_SIZE,
  FIRST_STEPS,
  LATE_MAIL,
  NOTIFICATION_FIGURES,
  NOW,
  REACH_FIGURES,
  VERSION,
  WAITING_COUNTS,
} from './database/server.sql.ts';
import { firstRow } from './database/statement.ts';
import { ReminderRunModel } from './notifications/scheduled-notifications.ts';

interface WaitingCounts {
  databaseBytes: number;
  mailWaiting: number;
  chatWaiting: number;
  chatPeople: number;
  pushWaiting: number;
  pushDevices: number;
  /** Since when the oldest that is due waits; null where none is. */
  chatLateSince: Date | null;
  pushLateSince: Date | null;
}

/** Counts the notifications that wait by each channel, and has the age of the oldest that is late. */
export interface NotificationFigures {
  mailWaiting: number;
  chatWaiting: number;
  pushWaiting: number;
  mailSeconds: number;
  chatSeconds: number;
  pushSeconds: number;
}

/** How many devices notifications reach, and how many notifications reached nobody. */
export interface ReachFigures {
  pushDevices: number;
  failed: number;
}

/** What the database knows of itself and of the notifications that wait in it. */
export const serverStatusOn = (db: Knex) => ({
  async counts(now: Date): Promise<WaitingCounts> {
    return firstRow(db, WAITING_COUNTS, { now });
  },

  async notificationFigures(now: Date): Promise<NotificationFigures> {
    return firstRow(db, NOTIFICATION_FIGURES, { now });
  },

  async reachFigures(): Promise<ReachFigures> {
    return firstRow(db, REACH_FIGURES);
  },

  /** Works on a schema of any age. */
  async databaseBytes(): Promise<number> {
    return (await firstRow<{ bytes: number }>(db, DATABASE_SIZE)).bytes;
  },

  /** The database's clock at this moment. */
  async now(): Promise<Date> {
    return (await firstRow<{ now: Date }>(db, NOW)).now;
  },

  /** '18.4' */
  async databaseVersion(): Promise<string> {
    return (await firstRow<{ version: string }>(db, VERSION)).version;
  },

  /** Notifications by email that are due or were tried in vain. Those that wait for the morning are not late. */
  async late(now: Date): Promise<{ lateCount: number; lateSince: Date | null }> {
    return firstRow(db, LATE_MAIL, { now });
  },

  /** Whether there is more than one person, a topic, and an activity. */
  async firstSteps(): Promise<{ hasPeople: boolean; hasTopic: boolean; hasActivity: boolean }> {
    return firstRow(db, FIRST_STEPS);
  },

  /** When the reminder job ran last. A later run does not count, because a wrong clock dated it. */
  async remindersRunAt(now: Date): Promise<Date | null> {
    return (await ReminderRunModel.query(db).where('dueAt', '<=', now).orderBy('dueAt', 'desc').first())?.sweptAt ?? null;
  },
});
