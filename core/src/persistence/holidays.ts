import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';
import { modelOf } from './models.ts';

const HolidayModel = modelOf<Holiday>('holidays', { key: 'day' });

/** The company's days of rest. */
export const holidaysOn = (db: Knex) => ({
  /** By date. */
  async all(): Promise<Holiday[]> {
    return HolidayModel.query(db).orderBy('day').select('day', 'name');
  },

  async find(day: CalendarDate): Promise<Holiday | undefined> {
    return HolidayModel.query(db).findById(day);
  },

  /** A day that is one already gets the new name. */
  async save(holiday: Holiday): Promise<void> {
    await HolidayModel.query(db).insert(holiday).onConflict('day').merge();
  },

  /** False where it was none. */
  async remove(day: CalendarDate): Promise<boolean> {
    return (await HolidayModel.query(db).deleteById(day)) > 0;
  },
});
