import type { Knex } from 'knex';
import { NEAR_DAYS } from '../../domain/activities/deadline.ts';
import { addDays, type CalendarDate, laterDay } from '../../domain/calendar.ts';
import { newsUntil } from '../../domain/notifications/delivery.ts';
import type { Forecast } from '../../domain/reports/forecast.ts';
import type { PunctualityReport } from '../../domain/reports/punctuality.ts';
import { ALLOW_IDLING, LIMIT_REPORT, TRY_LOCK } from '../database/server.sql.ts';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { ESCALATE, FORGET_IDLE_RUNS, LOCK_REMINDER_RUNS, REMIND, REMIND_SNOOZED } from './notifications.sql.ts';

export const ReminderRunModel = defineModel<{ dueAt: Date; sweptAt: Date; announcedCount: number }>('sweeps', { key: 'dueAt' });

const SnoozedModel = defineModel<{ userId: number; activityId: number; remindOn: CalendarDate }>('snoozedReminders', {
  key: ['userId', 'activityId'],
});

/** Notes the scheduled moments of the reminder job, and writes the notifications of a run. */
export const remindersOn = (db: Knex, zone: string) => ({
  /** Finds the last scheduled moment that ran. One after `now` does not count, because a wrong clock wrote it. */
  lastDue: async (now: Date): Promise<Date | undefined> =>
    (await ReminderRunModel.query(db).where('dueAt', '<=', now).orderBy('dueAt', 'desc').first())?.dueAt,

  /** Marks the moment after which the job begins, if it never ran. Of processes that start together, one writes it. */
  async begin(now: Date): Promise<void> {
    await db.transaction(async (trx) => {
      await execute(trx, LOCK_REMINDER_RUNS);
      if (!(await ReminderRunModel.query(trx).where('dueAt', '<=', now).first()))
        await ReminderRunModel.query(trx).insert({ dueAt: now, sweptAt: now, announcedCount: 0 });
    });
  },

  /** Forgets runs of this day that wrote nothing, so that they are repeated. The first row of all stays, as the beginning. */
  async forgetIdle(day: CalendarDate): Promise<void> {
    await execute(db, FORGET_IDLE_RUNS, { zone, day });
  },

  /** Waits for another process that has this moment; false if it took it. The moment is taken when this transaction commits. */
  async take(dueAt: Date, now: Date): Promise<boolean> {
    const inserts = ReminderRunModel.query(db).toKnexQuery().insert({ dueAt, sweptAt: now, announcedCount: 0 });
    return (await inserts.onConflict('dueAt').ignore().returning('dueAt')).length > 0;
  },

  /**
   * Writes the missing reminders of this day; returns how many. `tomorrow` is the last day that counts as tomorrow, `ownDays` that of the
   * responsible people with a working time of their own.
   */
  async remind(
    today: CalendarDate,
    tomorrow: CalendarDate,
    now: Date,
    ownDays: readonly { workTime: string; tomorrow: CalendarDate }[] = [],
  ): Promise<number> {
    const last = ownDays.map((own) => own.tomorrow).reduce(laterDay, tomorrow);
    const farFrom = laterDay(addDays(today, NEAR_DAYS), addDays(last, 1));
    const days = { today, tomorrow, ownDays: JSON.stringify(ownDays), farFrom };
    const values = { ...days, now, expiresAt: newsUntil(now) };
    const { rowCount } = await execute(db, REMIND, values);
    return rowCount + (await execute(db, REMIND_SNOOZED, values)).rowCount;
  },

  /** Puts reminders off. It writes in one order, so that two calls at once do not deadlock. */
  async snooze(userId: number, activityIds: readonly number[], remindOn: CalendarDate): Promise<void> {
    const rows = activityIds.toSorted((a, b) => a - b).map((activityId) => ({ userId, activityId, remindOn }));
    if (rows.length > 0) await SnoozedModel.query(db).insert(rows).onConflict(['userId', 'activityId']).merge();
  },

  /** Writes the escalations of work that stands still since one of these days or longer; returns how many. */
  escalate: async (today: CalendarDate, { first, second }: Record<'first' | 'second', CalendarDate>, now: Date): Promise<number> =>
    (await execute(db, ESCALATE, { today, first, second, zone, now, expiresAt: newsUntil(now) })).rowCount,

  async note(dueAt: Date, announcedCount: number): Promise<void> {
    await ReminderRunModel.query(db).where({ dueAt }).patch({ announcedCount });
  },
});

/** All mails of one week have the same contents. */
export interface WeeklyReport {
  /** A week that 1.2.0 stored has no forecast. */
  figures: PunctualityReport & { forecast?: Forecast | null };
  /** Null where it is too large for a mail. */
  workbook: Buffer | null;
}

const READING_LOCK = 7_215_123;

const WeeklyReportModel = defineModel<{ weekFrom: CalendarDate; figures: unknown; workbook: Buffer | null }>('weeklyReports', {
  key: 'weekFrom',
});

/** Stores the reports of weeks, so that the mails of all processes say the same. */
export const weeklyReportsOn = (db: Knex) => ({
  async find(weekFrom: CalendarDate): Promise<WeeklyReport | null> {
    const row = await WeeklyReportModel.query(db).findById(weekFrom);
    return row ? { figures: row.figures as WeeklyReport['figures'], workbook: row.workbook } : null;
  },

  /** Locks the reading of a week until the transaction ends, which may idle for minutes; false while another process reads one. */
  async lockReading(): Promise<boolean> {
    await execute(db, ALLOW_IDLING);
    return (await firstRow<{ isLocked: boolean }>(db, TRY_LOCK, [READING_LOCK])).isLocked;
  },

  /** Limits the statements of this transaction to two minutes. */
  async limitReading(): Promise<void> {
    await execute(db, LIMIT_REPORT);
  },

  /** Adds a week, and forgets weeks before the last one, of which no mail can wait any more. */
  async add(weekFrom: CalendarDate, { figures, workbook }: WeeklyReport): Promise<void> {
    await WeeklyReportModel.query(db).insert({ weekFrom, figures: JSON.stringify(figures), workbook });
    await WeeklyReportModel.query(db).where('weekFrom', '<', addDays(weekFrom, -7)).delete();
  },
});
