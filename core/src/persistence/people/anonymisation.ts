import type { Knex } from 'knex';
import { type AdminTexts, anonymousPerson, type HistoryTexts, type Identity } from '../../domain/admin/anonymity.ts';
import { fullName, personLabel } from '../../domain/people/person.ts';
import { vectorize } from '../activities/activity-words.ts';
import { execute, literally } from '../database/statement.ts';
import { UserModel } from '../models.ts';
import * as sql from './anonymisation.sql.ts';

type AdminRow = AdminTexts & { id: number };
type NamedHistoryRow = HistoryTexts & { id: number };

/** Anonymises a person; only the owner of the tables can. Call all of it in one transaction. */
export const anonymisationOn = (db: Knex) => ({
  /** Keeps everybody from writing history until the transaction ends. */
  async lockHistories(): Promise<void> {
    await execute(db, sql.LOCK_HISTORIES);
  },

  /** Finds a person by employee number; null where nobody has it or it is a pseudonym. */
  async find(employeeNumber: string, { isLocked }: { isLocked: boolean }): Promise<{ id: number; isActive: boolean } | null> {
    const person = UserModel.query(db).select('id', 'isActive').where({ employeeNumber, anonymisedAt: null }).first();
    return (await (isLocked ? person.forUpdate() : person)) ?? null;
  },

  async readIdentity(id: number): Promise<Identity> {
    const { rows: nameRows } = await execute<{ name: string }>(db, sql.NAMES, { id });
    const names = nameRows.map(({ name }) => name);
    const { rows: namesakes } = await execute<{ name: string }>(db, sql.NAMESAKES, { id, names });
    const shared = new Set(namesakes.map(({ name }) => name));
    const { rows: emails } = await execute<{ value: string }>(db, sql.EMAILS, { id });
    const { rows: numbers } = await execute<{ value: string }>(db, sql.NUMBERS, { id });
    return {
      id,
      names,
      ownNames: names.filter((name) => !shared.has(name)),
      labels: names.flatMap((name) => numbers.map(({ value }) => personLabel({ firstName: name, lastName: '', employeeNumber: value }))),
      emails: emails.map(({ value }) => value),
    };
  },

  adminRows: async ({ id, ownNames, labels, emails }: Identity): Promise<AdminRow[]> =>
    (await execute<AdminRow>(db, sql.ADMIN_ROWS, { id, ownNames, labels, emails })).rows,

  historyRows: async ({ id, names, ownNames }: Identity): Promise<NamedHistoryRow[]> =>
    (await execute<NamedHistoryRow>(db, sql.HISTORY_ROWS, { id, names, patterns: ownNames.map(literally) })).rows,

  /** Overwrites history rows, which are otherwise only added. */
  async rewrite(rows: { admin: readonly AdminRow[]; history: readonly NamedHistoryRow[] }): Promise<void> {
    for (const table of ['activity_history', 'admin_history'] as const) await execute(db, sql.switchGuards(table, 'disable'));
    await execute(db, sql.WRITE_ADMIN_ROWS, { rows: JSON.stringify(rows.admin) });
    await execute(db, sql.WRITE_HISTORY_ROWS, { rows: JSON.stringify(rows.history) });
    for (const table of ['activity_history', 'admin_history'] as const) await execute(db, sql.switchGuards(table, 'enable'));
  },

  /** Deletes the rows that belong to the person alone, and removes their name from messages to others. */
  async forget({ id, ownNames }: Identity): Promise<void> {
    for (const [table, column] of sql.OWN_ROWS) await execute(db, sql.deleteOwn(table, column), [id]);
    await execute(db, sql.FORGET_WEEKLY_REPORTS);
    await execute(db, sql.FORGET_WEBHOOK_BODIES);
    await execute(db, sql.FORGET_ANSWERS, { id });
    await execute(db, sql.CLEAN_OUTBOX, { ownNames, instead: fullName(anonymousPerson(id)) });
  },

  async replacePerson(id: number, anonymisedAt: Date): Promise<void> {
    const person = anonymousPerson(id);
    await UserModel.query(db)
      .findById(id)
      .patch({ ...person, nameWords: vectorize(fullName(person)), passwordHash: null, anonymisedAt });
  },
});
