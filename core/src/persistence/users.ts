import type { Knex } from 'knex';
import type { Person } from '../domain/person.ts';
import { UserRow } from './rows.ts';

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

export type NewPerson = Omit<Person, 'id' | 'isActive'>;

/** Accounts. Emails are found without regard to case; employee numbers as written. */
export const usersOn = (db: Knex) => ({
  async find(id: number): Promise<Person | undefined> {
    return UserRow.query(db).select(personColumns).findById(id);
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

  async isEmpty(): Promise<boolean> {
    return !(await UserRow.query(db).select('id').first());
  },

  /** Active people a topic's work can be given to: its department, or everybody for GENERAL, and those assigned to it from outside. */
  async candidatesFor(topic: { id: number; department: string; isGeneral: boolean }): Promise<Person[]> {
    return UserRow.query(db)
      .select(personColumns)
      .where('isActive', true)
      .where((who) => {
        if (topic.isGeneral) return;
        who
          .where('department', topic.department)
          .orWhereExists(db('topicAssignments').whereRaw('topic_assignments.user_id = users.id').where('topicId', topic.id));
      })
      .orderBy(['firstName', 'lastName', 'id']);
  },
});
