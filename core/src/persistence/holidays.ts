import type { Knex } from 'knex';
import type { CalendarDate } from '../domain/calendar.ts';
import type { Holiday } from '../domain/holidays.ts';

/** The company's days of rest. */
export const holidaysOn = (db: Knex) => ({
  /** By date. */
  async all(): Promise<Holiday[]> {
    return db('holidays').orderBy('day').select('day', 'name');
  },

  async find(day: CalendarDate): Promise<Holiday | undefined> {
    return db('holidays').where({ day }).first('day', 'name');
  },

  /** A day that is one already gets the new name. */
  async save(holiday: Holiday): Promise<void> {
    await db('holidays').insert(holiday).onConflict('day').merge();
  },

  /** False where it was none. */
  async remove(day: CalendarDate): Promise<boolean> {
    return (await db('holidays').where({ day }).delete()) > 0;
  },
});
