import type { Knex } from 'knex';
import { addDays, type CalendarDate } from '../src/domain/calendar.ts';
import type { Person } from '../src/domain/people/person.ts';
import { normalise } from '../src/domain/text.ts';
import { repositoriesOn } from '../src/persistence/repositories.ts';
import { hashPassword } from '../src/secrets/password-hash.ts';
import { absence, bossOf, inactive, invited, people } from './facts/people.ts';
import { topics } from './facts/topics.ts';

export const DEMO_PASSWORD = 'demo1234';

/** People by key. All but the newly invited have the demo password, hashed once. */
export async function hirePeople(db: Knex, hiredAt: Date): Promise<Map<string, Person>> {
  const { users } = repositoriesOn(db, '');
  const hired = new Map<string, Person>();
  for (const { key, ...person } of people) {
    const managerId = hired.get(bossOf({ key, department: person.department }) ?? '')?.id ?? null;
    const id = await users.add({ ...person, managerId }, hiredAt);
    if (typeof id === 'string') throw new Error(`${key}: ${id}`);
    hired.set(key, { ...person, id, isActive: true });
  }
  const withPassword = people.filter(({ key }) => !invited.includes(key)).map(({ email }) => email);
  await db('users')
    .whereIn('email', withPassword)
    .update({ passwordHash: await hashPassword(DEMO_PASSWORD) });
  return hired;
}

export async function openAbsence(db: Knex, hired: Map<string, Person>, today: CalendarDate, createdAt: Date): Promise<void> {
  const { person, substitute, beganDaysAgo, endsInDays } = absence;
  const [userId, substituteId] = [person, substitute].map((key) => hired.get(key)?.id);
  const range = { fromOn: addDays(today, -beganDaysAgo), toOn: addDays(today, endsInDays) };
  await db('absences').insert({ userId, substituteId, ...range, createdAt });
}

/** Topic ids by name, with the assignments from outside their department. */
export async function openTopics(db: Knex, hired: Map<string, Person>, createdAt: Date): Promise<Map<string, number>> {
  const rows = topics.map(({ name, description, department }) => ({ name, nameKey: normalise(name), description, department, createdAt }));
  const topicRows: { id: number; name: string }[] = await db('topics').insert(rows).returning(['id', 'name']);
  const idOf = new Map(topicRows.map(({ id, name }) => [name, id]));
  const assignments = topics.flatMap(({ name, outsiders }) =>
    outsiders.map((key) => ({ topicId: idOf.get(name), userId: hired.get(key)?.id, createdAt })),
  );
  await db('topicAssignments').insert(assignments);
  return idOf;
}

/** Last of all, because people who left had a past first. */
export async function dismissLeavers(db: Knex): Promise<void> {
  const emails = people.filter(({ key }) => inactive.includes(key)).map(({ email }) => email);
  await db('users').whereIn('email', emails).update({ isActive: false });
}
