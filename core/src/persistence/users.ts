import type { Knex } from 'knex';
import { UniqueViolationError } from 'objection';
import { GENERAL } from '../domain/activity/activity.ts';
import { fullName, isDeveloper, type Person } from '../domain/people/person.ts';
import { newsUntil } from './outbox.ts';
import { UserRow } from './rows.ts';
import { execute } from './statement.ts';
import type { Topic } from './topics.ts';
import { INVITE } from './users.sql.ts';

/** Every column a person has but the secret ones. */
export const personColumns = [
  'id',
  'employeeNumber',
  'firstName',
  'lastName',
  'email',
  'level',
  'department',
  'position',
  'alias',
  'phone',
  'kind',
  'isActive',
] as const;

/** An account with what administrators may know of its password: whether there is one. */
export type Account = Person & { hasPassword: boolean };

/** A locked account, with what decides who may change its email. */
export type LockedAccount = Account & { privilegeLostAt: Date | null };

export type NewPerson = Omit<Person, 'id' | 'isActive'>;

/** Accounts. Emails are found without regard to case; employee numbers as written. */
export const usersOn = (db: Knex) => ({
  async find(id: number): Promise<Person | undefined> {
    return UserRow.query(db).select(personColumns).findById(id);
  },

  /** The full names of those of them that exist, by id. */
  async namesOf(ids: readonly number[]): Promise<Map<number, string>> {
    const people = await UserRow.query(db)
      .select('id', 'firstName', 'lastName')
      .whereIn('id', [...ids]);
    return new Map(people.map(({ id, ...person }) => [id, fullName(person)]));
  },

  /** Everybody, by name. */
  async all(): Promise<Account[]> {
    return UserRow.query(db)
      .select([...personColumns, db.raw('password_hash is not null as has_password')])
      .orderBy(['firstName', 'lastName', 'id'])
      .castTo<Account[]>();
  },

  /**
   * Those of them that exist, locked until the transaction ends, always in the same order. Whoever registers work for them waits
   * (`hold`); whoever only names them, in a history row say, does not.
   */
  async lock(...ids: number[]): Promise<LockedAccount[]> {
    return UserRow.query(db)
      .select([...personColumns, 'privilegeLostAt', db.raw('password_hash is not null as has_password')])
      .whereIn('id', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .castTo<LockedAccount[]>();
  },

  /** Whether all of them are active, and stay so until the transaction ends. */
  async hold(...ids: number[]): Promise<boolean> {
    const held = await UserRow.query(db).select('id').whereIn('id', ids).where('isActive', true).orderBy('id').forShare();
    return held.length === new Set(ids).size;
  },

  /** Writes what is given, or tells which unique column stood in the way; the transaction is then lost. */
  async update(
    id: number,
    changes: Partial<NewPerson & Pick<LockedAccount, 'isActive' | 'privilegeLostAt'>>,
  ): Promise<'updated' | 'duplicateEmail' | 'duplicateNumber'> {
    try {
      await UserRow.query(db).findById(id).patch(changes);
      return 'updated';
    } catch (error) {
      if (!(error instanceof UniqueViolationError)) throw error;
      return error.constraint === 'users_email_unique' ? 'duplicateEmail' : 'duplicateNumber';
    }
  },

  /** The stored hash rides along for the login alone. */
  async credentialsOf(email: string): Promise<(Person & { passwordHash: string | null }) | undefined> {
    return UserRow.query(db)
      .select([...personColumns, 'passwordHash'])
      .whereRaw('lower(email) = lower(?)', [email])
      .first();
  },

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    await UserRow.query(db).findById(id).patch({ passwordHash });
  },

  /** Whether that is the hash of an active account, and stays so until the transaction ends. */
  async holdPassword(id: number, passwordHash: string | null): Promise<boolean> {
    const held = UserRow.query(db).select('id').findById(id).where({ passwordHash, isActive: true });
    return Boolean(await held.forNoKeyUpdate());
  },

  /** Puts a hash in the place of the one that was proven; false where that is no longer the stored one. */
  async replacePasswordHash(id: number, proven: string, passwordHash: string): Promise<boolean> {
    return (await UserRow.query(db).findById(id).where('passwordHash', proven).patch({ passwordHash })) > 0;
  },

  /** The new id, or which unique column stood in the way. */
  async add(person: NewPerson, createdAt: Date): Promise<number | 'duplicateEmail' | 'duplicateNumber'> {
    const inserted = await UserRow.query(db)
      .insert({ ...person, createdAt })
      .onConflict()
      .ignore()
      .returning('id');
    if (inserted?.id) return inserted.id;
    return (await this.credentialsOf(person.email)) ? 'duplicateEmail' : 'duplicateNumber';
  },

  async activeDevelopers(): Promise<number[]> {
    const people = await UserRow.query(db).select(personColumns).where('isActive', true);
    return people.filter(isDeveloper).map(({ id }) => id);
  },

  /** The address of the active Desarrollador who was registered first. Its index (0081) repeats the condition. */
  async firstAdministratorEmail(): Promise<string | null> {
    const first = await UserRow.query(db)
      .select('email')
      .whereRaw(`lower(kind) = 'desarrollador'`)
      .where('isActive', true)
      .orderBy(['createdAt', 'id'])
      .first();
    return first?.email ?? null;
  },

  async isEmpty(): Promise<boolean> {
    return !(await UserRow.query(db).select('id').first());
  },

  /** The active people of whom `isCandidate` is so (`topic-access.ts`), by name. */
  async candidatesFor(topic: Pick<Topic, 'id' | 'department'>): Promise<Person[]> {
    return UserRow.query(db)
      .select(personColumns)
      .where('isActive', true)
      .where((who) => {
        if (topic.department === GENERAL) return;
        who
          .where('department', topic.department)
          .orWhereExists(db('topicAssignments').whereRaw('topic_assignments.user_id = users.id').where('topicId', topic.id));
      })
      .orderBy(['firstName', 'lastName', 'id']);
  },
});

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const ROWS_AT_ONCE = 1_000;

export interface Invitation {
  id: string;
  userId: number;
  tokenHash: Buffer;
}

/** Thousands of people at once, with a handful of statements. */
export const importedPeopleOn = (db: Knex) => ({
  /** Accounts that have one of these numbers or, whatever its case, one of these emails. */
  async known(people: readonly Partial<Pick<Person, 'employeeNumber' | 'email'>>[]): Promise<Pick<Person, 'employeeNumber' | 'email'>[]> {
    const numbers = people.flatMap(({ employeeNumber }) => employeeNumber ?? []);
    const emails = people.flatMap(({ email }) => email ?? []);
    return db('users')
      .select('employeeNumber', 'email')
      .whereRaw('employee_number = any(?::text[])', [numbers])
      .orWhereRaw('lower(email) in (select lower(one) from unnest(?::text[]) as given(one))', [emails]);
  },

  /** Those that were added. Who is missing was registered by somebody else meanwhile, and the transaction is to be given up. */
  async add(people: readonly NewPerson[], createdAt: Date): Promise<Pick<Person, 'id' | 'employeeNumber'>[]> {
    const added: Pick<Person, 'id' | 'employeeNumber'>[] = [];
    for (let at = 0; at < people.length; at += ROWS_AT_ONCE) {
      const rows = people.slice(at, at + ROWS_AT_ONCE).map((person) => ({ ...person, createdAt }));
      added.push(...(await db('users').insert(rows).onConflict().ignore().returning(['id', 'employeeNumber'])));
    }
    return added;
  },

  /** What `sendToken` does for one: a token for each, and the letter that carries it. Nobody here has an earlier one. */
  async invite(invitations: readonly Invitation[], expiresAt: Date, now: Date): Promise<void> {
    const given = {
      ids: invitations.map(({ id }) => id),
      userIds: invitations.map(({ userId }) => userId),
      tokenHashes: invitations.map(({ tokenHash }) => tokenHash),
    };
    await execute(db, INVITE, { ...given, expiresAt, newsUntil: newsUntil(now), now });
  },
});
