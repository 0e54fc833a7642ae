import type { Knex } from 'knex';
import type { HistoryFacts } from '../domain/history/proof.ts';
import { type AdminTexts, anonymousPerson, type Identity } from '../domain/people/anonymity.ts';
import { fullName } from '../domain/people/person.ts';
import {
  ADMIN_ROWS,
  CLEAN_OUTBOX,
  deleteOwn,
  FORGET_ANSWERS,
  FORGET_WEEKLY_REPORTS,
  HISTORY_ROWS,
  LOCK_HISTORIES,
  MARKS,
  NAMES,
  NAMESAKES,
  OWN_ROWS,
  switchGuards,
  WRITE_ADMIN_ROWS,
  WRITE_HISTORY_ROWS,
} from './anonymisation.sql.ts';
import { UserModel } from './models.ts';
import { execute, literally } from './statement.ts';

type AdminRow = AdminTexts & { id: number };
interface NamedHistoryRow {
  id: number;
  note: string | null;
  facts: HistoryFacts | null;
  meansPerson: boolean;
}

/** Forgets a person; only the owner of the tables can. Call all of it in one transaction. */
export const anonymisationOn = (db: Knex) => ({
  /** Nobody writes history until the transaction ends. */
  async lockHistories(): Promise<void> {
    await execute(db, LOCK_HISTORIES);
  },

  /** By employee number, locked; null where nobody has it or it is a pseudonym. */
  async find(employeeNumber: string): Promise<{ id: number; isActive: boolean } | null> {
    const person = UserModel.query(db).select('id', 'isActive').where({ employeeNumber, anonymisedAt: null }).forUpdate().first();
    return (await person) ?? null;
  },

  async identityOf(id: number): Promise<Identity> {
    const { rows: named } = await execute<{ name: string }>(db, NAMES, { id });
    const { rows: marked } = await execute<{ mark: string }>(db, MARKS, { id });
    // The longest first, because one may be a part of another.
    const longestFirst = (texts: string[]) => texts.sort((one, other) => other.length - one.length);
    const names = longestFirst(named.map(({ name }) => name));
    const { rows: others } = await execute(db, NAMESAKES, { id, names });
    return { id, names, marks: longestFirst(marked.map(({ mark }) => mark)), hasNamesake: others.length > 0 };
  },

  async adminRows({ id, names, marks }: Identity): Promise<AdminRow[]> {
    return (await execute<AdminRow>(db, ADMIN_ROWS, { id, patterns: [...names, ...marks].map(literally) })).rows;
  },

  async historyRows({ id, names }: Identity): Promise<NamedHistoryRow[]> {
    return (await execute<NamedHistoryRow>(db, HISTORY_ROWS, { id, patterns: names.map(literally) })).rows;
  },

  /** Writes rows that are otherwise only added. */
  async rewrite(rows: { admin: readonly AdminRow[]; history: readonly NamedHistoryRow[] }): Promise<void> {
    for (const table of ['activity_history', 'admin_history'] as const) await execute(db, switchGuards(table, 'disable'));
    await execute(db, WRITE_ADMIN_ROWS, { rows: JSON.stringify(rows.admin) });
    await execute(db, WRITE_HISTORY_ROWS, { rows: JSON.stringify(rows.history) });
    for (const table of ['activity_history', 'admin_history'] as const) await execute(db, switchGuards(table, 'enable'));
  },

  /** Deletes what is theirs alone, and takes their name out of what others were sent. */
  async forget({ id, names, marks, hasNamesake }: Identity, employeeNumber: string): Promise<void> {
    for (const [table, column] of OWN_ROWS) await execute(db, deleteOwn(table, column), [id]);
    await execute(db, FORGET_WEEKLY_REPORTS);
    await execute(db, FORGET_ANSWERS, { answers: [String(id), `"${id}"`, JSON.stringify(employeeNumber)], said: [...names, ...marks] });
    const instead = fullName(anonymousPerson(id));
    const jsonText = (text: string) => JSON.stringify(text).slice(1, -1);
    for (const text of hasNamesake ? marks : [...names, ...marks])
      await execute(db, CLEAN_OUTBOX, { named: jsonText(text), instead, pattern: literally(jsonText(text)) });
  },

  async replacePerson(id: number, anonymisedAt: Date): Promise<void> {
    await UserModel.query(db)
      .findById(id)
      .patch({ ...anonymousPerson(id), passwordHash: null, anonymisedAt });
  },
});
