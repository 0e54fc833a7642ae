import type { Knex } from 'knex';
import type { Person } from '../domain/people/person.ts';
import { INVITE } from './imported-people.sql.ts';
import { newsUntil } from './outbox.ts';
import { execute } from './statement.ts';
import type { NewPerson } from './users.ts';

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const BATCH = 1_000;

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
    for (let at = 0; at < people.length; at += BATCH) {
      const rows = people.slice(at, at + BATCH).map((person) => ({ ...person, createdAt }));
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
