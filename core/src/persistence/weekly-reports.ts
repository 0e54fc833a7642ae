import type { Knex } from 'knex';
import { addDays, type CalendarDate } from '../domain/calendar.ts';
import type { PunctualityReport } from '../domain/reports/punctuality.ts';
import { modelOf } from './models.ts';
import { ALLOW_IDLING, LIMIT_REPORT, TRY_LOCK } from './server.sql.ts';
import { execute, firstRow } from './statement.ts';

/** What the mails of one week say to everybody. */
export interface WeeklyReport {
  figures: PunctualityReport;
  /** Null where it is too large for a mail. */
  workbook: Buffer | null;
}

const READING_LOCK = 7_215_123;

const WeeklyReportModel = modelOf<{ weekFrom: CalendarDate; figures: unknown; workbook: Buffer | null }>('weeklyReports', {
  key: 'weekFrom',
});

/** The ledger of the weeks that were read, so that the mails of all processes say the same. */
export const weeklyReportsOn = (db: Knex) => ({
  async find(weekFrom: CalendarDate): Promise<WeeklyReport | null> {
    const row = await WeeklyReportModel.query(db).findById(weekFrom);
    return row ? { figures: row.figures as PunctualityReport, workbook: row.workbook } : null;
  },

  /** Until the transaction ends, which may do nothing for minutes. False while another process reads a week. */
  async lockReading(): Promise<boolean> {
    await execute(db, ALLOW_IDLING);
    return (await firstRow<{ isLocked: boolean }>(db, TRY_LOCK, [READING_LOCK])).isLocked;
  },

  /** Ends statements of this transaction that take minutes. */
  async limitReading(): Promise<void> {
    await execute(db, LIMIT_REPORT);
  },

  /** Also forgets weeks before the last one, of which no mail can wait any more. */
  async add(weekFrom: CalendarDate, { figures, workbook }: WeeklyReport): Promise<void> {
    await WeeklyReportModel.query(db).insert({ weekFrom, figures: JSON.stringify(figures), workbook });
    await WeeklyReportModel.query(db).where('weekFrom', '<', addDays(weekFrom, -7)).delete();
  },
});
