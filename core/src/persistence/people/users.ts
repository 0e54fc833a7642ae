import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import { GENERAL } from '../../domain/activities/activity.ts';
import type { Subordinate } from '../../domain/activities/duties.ts';
import { newsUntil } from '../../domain/notifications/delivery.ts';
import { fullName, isDeveloper, type Managers, type Person, personLabel } from '../../domain/people/person.ts';
import { vectorize } from '../activities/activity-words.ts';
import { execute } from '../database/statement.ts';
import { personColumns, type StoredColumns, type StoredTopic, TopicAssignmentModel, UserModel } from '../models.ts';
import * as sql from './people.sql.ts';

export type StoredAccount = Person & { managerId: number | null; hasPassword: boolean };

/** `privilegeLostAt` decides who may change the email. */
export type LockedAccount = StoredAccount & { privilegeLostAt: Date | null };

export type NewPerson = Omit<Person, 'id' | 'isActive'> & { managerId?: number | null };
type Choices = Pick<StoredColumns, 'workTime' | 'pageSize'>;
type Names = Pick<Person, 'firstName' | 'lastName'>;
/** A name is written whole, because its words are made of both parts. */
type PersonChanges = Partial<Omit<NewPerson, keyof Names> & Pick<LockedAccount, 'isActive' | 'privilegeLostAt'> & Choices> &
  (Names | { [Part in keyof Names]?: undefined });

async function readTexts(db: Knex, ids: readonly number[], textOf: (person: Parameters<typeof personLabel>[0]) => string) {
  const people = await UserModel.query(db)
    .findByIds([...ids])
    .select('id', 'firstName', 'lastName', 'employeeNumber');
  return new Map(people.map((person) => [person.id, textOf(person)]));
}

/** Emails of accounts are compared without regard to case, employee numbers exactly. */
export const usersOn = (db: Knex) => ({
  find: async (id: number): Promise<Person | undefined> => UserModel.query(db).select(personColumns).findById(id),
  readNames: (ids: readonly number[]): Promise<Map<number, string>> => readTexts(db, ids, fullName),

  /** Reads names with employee numbers, by id, because two people may have the same name. */
  readLabels: (ids: readonly number[]): Promise<Map<number, string>> => readTexts(db, ids, personLabel),

  /** Reads how a person wants to be notified and to see lists. */
  readChoices: async (id: number): Promise<Choices> => (await UserModel.query(db).select('workTime', 'pageSize').findById(id)) as Choices,

  /** Lists the working times that people chose, each once. */
  async listWorkTimes(): Promise<string[]> {
    const rows = await UserModel.query(db).distinct('workTime').whereNotNull('workTime').orderBy('workTime');
    return rows.map(({ workTime }) => workTime as string);
  },

  async readActiveManagers(ids: readonly number[]): Promise<Map<number, number[]>> {
    const { rows } = await execute<{ personId: number; managerIds: number[] }>(db, sql.ACTIVE_MANAGERS, [[...ids]]);
    return new Map(rows.map(({ personId, managerIds }) => [personId, managerIds]));
  },

  all: async (): Promise<StoredAccount[]> => (await execute<StoredAccount>(db, sql.ACCOUNTS)).rows,

  /**
   * Reads accounts and locks them until the transaction ends, always in the same order. A registration of work for them waits (`hold`); a
   * history row that names them does not.
   */
  lock: async (...ids: number[]): Promise<LockedAccount[]> => (await execute<LockedAccount>(db, sql.LOCK_ACCOUNTS, [ids])).rows,

  /** Reads the reporting lines and locks them until the transaction ends. Call it before a person is locked. */
  async lockManagers(): Promise<Managers> {
    await execute(db, sql.LOCK_MANAGERS);
    const people = await UserModel.query(db).whereNotNull('managerId').select('id', 'managerId');
    return new Map(people.map(({ id, managerId }) => [id, managerId as number]));
  },

  /** Reads the privilege and the boss of everybody, for the duties. */
  readCompany: async (): Promise<Subordinate[]> => UserModel.query(db).select('id', 'kind', 'position', 'managerId'),

  /** Keeps active people active until the transaction ends; false where one of them is not active. */
  async hold(...ids: number[]): Promise<boolean> {
    const active = await UserModel.query(db).findByIds(ids).select('id').where('isActive', true).orderBy('id').forShare();
    return active.length === new Set(ids).size;
  },

  /** Writes these columns, or returns which unique column prevented it; the transaction is then lost. */
  async update(id: number, changes: PersonChanges): Promise<'updated' | 'duplicateEmail' | 'duplicateNumber'> {
    try {
      const words = changes.firstName === undefined ? {} : { nameWords: vectorize(fullName(changes)) };
      await UserModel.query(db)
        .findById(id)
        .patch({ ...changes, ...words });
      return 'updated';
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error;
      return error.constraint === 'users_email_unique' ? 'duplicateEmail' : 'duplicateNumber';
    }
  },

  /** Reads an account with its stored hash, for the login alone. */
  readCredentials: async (email: string): Promise<(Person & { passwordHash: string | null }) | undefined> =>
    (await execute<Person & { passwordHash: string | null }>(db, sql.CREDENTIALS, [email])).rows[0],

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    await UserModel.query(db).findById(id).patch({ passwordHash });
  },

  /** Keeps the hash of an active account from changing until the transaction ends; false where it is another. */
  async holdPassword(id: number, passwordHash: string | null): Promise<boolean> {
    const account = UserModel.query(db).select('id').findById(id).where({ passwordHash, isActive: true });
    return Boolean(await account.forNoKeyUpdate());
  },

  /** Replaces a proven hash; false where another is stored by now. */
  replacePasswordHash: async (id: number, proven: string, passwordHash: string): Promise<boolean> =>
    (await UserModel.query(db).findById(id).where('passwordHash', proven).patch({ passwordHash })) > 0,

  /** Returns the new id, or which unique column prevented it. */
  async add(person: NewPerson, createdAt: Date): Promise<number | 'duplicateEmail' | 'duplicateNumber'> {
    const row = await UserModel.query(db)
      .insert({ ...person, nameWords: vectorize(fullName(person)), createdAt })
      .onConflict()
      .ignore()
      .returning('id');
    if (row?.id) return row.id;
    return (await this.readCredentials(person.email)) ? 'duplicateEmail' : 'duplicateNumber';
  },

  async activeDevelopers(): Promise<number[]> {
    const people = await UserModel.query(db).select(personColumns).where('isActive', true);
    return people.filter(isDeveloper).map(({ id }) => id);
  },

  firstAdministratorEmail: async (): Promise<string | null> =>
    (await execute<{ email: string }>(db, sql.FIRST_ADMINISTRATOR)).rows[0]?.email ?? null,

  isEmpty: async (): Promise<boolean> => !(await UserModel.query(db).select('id').first()),

  /** Lists the active people who pass `isEligibleAssignee` (`policy.ts`), by name. */
  async eligibleAssignees(topic: Pick<StoredTopic, 'id' | 'department'>): Promise<Person[]> {
    return UserModel.query(db)
      .select(personColumns)
      .where('isActive', true)
      .where((who) => {
        if (topic.department === GENERAL) return;
        const assigned = TopicAssignmentModel.query(db).select('userId').where('topicId', topic.id);
        who.where('department', topic.department).orWhereIn('id', assigned);
      })
      .orderBy(['firstName', 'lastName', 'id']);
  },
});

/** One statement has this many rows, because PostgreSQL takes 65,535 values. */
const ROWS_AT_ONCE = 1_000;

export interface Invitation {
  id: string;
  userId: number;
  tokenHash: Buffer;
}
type Identities = Pick<Person, 'employeeNumber' | 'email'>;
type KnownPerson = Identities & Pick<Person, 'id' | 'isActive'>;

export const importedPeopleOn = (db: Knex) => ({
  async known(people: readonly Partial<Identities>[]): Promise<KnownPerson[]> {
    const numbers = people.flatMap(({ employeeNumber }) => employeeNumber ?? []);
    const emails = people.flatMap(({ email }) => email ?? []);
    return (await execute<KnownPerson>(db, sql.KNOWN_PEOPLE, { numbers, emails })).rows;
  },

  /** Returns the people that were added. Where one is missing, another transaction registered them, and the caller must roll back. */
  async add(people: readonly NewPerson[], createdAt: Date): Promise<Pick<Person, 'id' | 'employeeNumber'>[]> {
    const newPeople: Pick<Person, 'id' | 'employeeNumber'>[] = [];
    for (let start = 0; start < people.length; start += ROWS_AT_ONCE) {
      const rows = people.slice(start, start + ROWS_AT_ONCE).map((person) => ({ ...person, createdAt }));
      const inserts = UserModel.query(db).toKnexQuery().insert(rows).onConflict().ignore();
      newPeople.push(...(await inserts.returning(['id', 'employeeNumber'])));
    }
    return newPeople;
  },

  /** Writes the bosses of people who were added just now. */
  async setManagers(managers: Managers): Promise<void> {
    if (managers.size > 0) await execute(db, sql.SET_MANAGERS, { ids: [...managers.keys()], managerIds: [...managers.values()] });
  },

  /** Does for many what `sendToken` does for one: it adds a token and its mail for each. None of them may have an earlier token. */
  async invite(invitations: readonly Invitation[], expiresAt: Date, now: Date): Promise<void> {
    const columns = {
      ids: invitations.map(({ id }) => id),
      userIds: invitations.map(({ userId }) => userId),
      tokenHashes: invitations.map(({ tokenHash }) => tokenHash),
    };
    await execute(db, sql.INVITE, { ...columns, expiresAt, newsUntil: newsUntil(now), now });
  },
});
