import type { Knex } from 'knex';
import type { SearchWord } from '../../domain/activities/search.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Holiday } from '../../domain/holidays.ts';
import type { Rest } from '../../domain/notifications/notification-rules.ts';
import type { Absence, RepresentedPerson } from '../../domain/people/person.ts';
import { beginningWithAll } from '../activities/activity-search.ts';
import { execute } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { ABSENCES, POSSIBLE_SUBSTITUTES, REPRESENTED_BY } from './people.sql.ts';

const HolidayModel = defineModel<Holiday>('holidays', { key: 'day' });

export const holidaysOn = (db: Knex) => ({
  all: async (): Promise<Holiday[]> => HolidayModel.query(db).orderBy('day').select('day', 'name'),
  find: async (day: CalendarDate): Promise<Holiday | undefined> => HolidayModel.query(db).findById(day),

  async save(holiday: Holiday): Promise<void> {
    await HolidayModel.query(db).insert(holiday).onConflict('day').merge();
  },

  remove: async (day: CalendarDate): Promise<boolean> => (await HolidayModel.query(db).deleteById(day)) > 0,
});

export interface NamedAbsence extends Omit<Absence, 'registeredById'> {
  name: string;
  substituteName: string;
}

export interface SubstituteRow {
  id: number;
  name: string;
  position: string;
}

const AbsenceModel = defineModel<Absence & { createdAt: Date }>('absences');
const COLUMNS = ['id', 'userId', 'substituteId', 'fromOn', 'toOn', 'registeredById'] as const;

export const absencesOn = (db: Knex) => ({
  /** Lists absences that end on this day or later: everybody's, or those of one person as absent and as substitute. */
  listSince: async (since: CalendarDate, userId: number | null): Promise<NamedAbsence[]> =>
    (await execute<NamedAbsence>(db, ABSENCES, { since, userId })).rows,

  async listAwaySince(day: CalendarDate): Promise<Rest['absences']> {
    const columns = ['absences.userId', 'fromOn', 'toOn', 'users.workTime'] as const;
    return (await AbsenceModel.query(db)
      .join('users', 'users.id', 'absences.userId')
      .where('toOn', '>=', day)
      .select(...columns)) as unknown as Rest['absences'];
  },

  /** Lists the absences of one person from a day on. Lock the person before, because the answer decides what may be added. */
  list: async (userId: number, since: CalendarDate): Promise<Absence[]> =>
    AbsenceModel.query(db).where({ userId }).where('toOn', '>=', since).select(COLUMNS),

  async add(absence: Omit<Absence, 'id'>, createdAt: Date): Promise<number> {
    return (
      await AbsenceModel.query(db)
        .insert({ ...absence, createdAt })
        .returning('id')
    ).id;
  },

  lock: async (id: number): Promise<Absence | undefined> => AbsenceModel.query(db).select(COLUMNS).findById(id).forUpdate(),

  async end(id: number, toOn: CalendarDate): Promise<void> {
    await AbsenceModel.query(db).findById(id).patch({ toOn });
  },

  async remove(id: number): Promise<void> {
    await AbsenceModel.query(db).deleteById(id);
  },

  /** Lists who may act for a person, by the words of their names or by id; with a colleague, only in the department of that person. */
  async listPossibleSubstitutes(
    userId: number,
    words: readonly SearchWord[],
    limit: number,
    colleagueId: number | null = null,
  ): Promise<SubstituteRow[]> {
    const query = beginningWithAll(words);
    const id = words.length === 1 ? (words[0]?.folio ?? null) : null;
    return (await execute<SubstituteRow>(db, POSSIBLE_SUBSTITUTES, { userId, query, id, limit, colleagueId })).rows;
  },

  async listRepresented(userId: number, today: CalendarDate): Promise<RepresentedPerson[]> {
    const { rows } = await execute<{ substitutesFor: RepresentedPerson[] }>(db, REPRESENTED_BY, { userId, today });
    return rows[0]?.substitutesFor ?? [];
  },
});
