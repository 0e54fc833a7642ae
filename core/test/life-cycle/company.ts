import type { Knex } from 'knex';
import type { Person } from '../../src/domain/people/person.ts';
import { given } from '../factories.ts';
import type { Somebody, Subject } from './model.ts';

/** Six people and three topics, who stay while lives come and go; the sixth was deactivated with a session open. */
export async function company(db: Knex) {
  const make = given(db);
  const subjects: Subject[] = [];
  for (const department of ['GENERAL', 'SISTEMAS', 'VENTAS']) subjects.push(await make.topic({ department }));
  const roles: [Partial<Person>, isPrivileged: boolean][] = [
    [{ position: 'GERENTE DE SISTEMAS' }, true],
    [{ position: 'ANALISTA' }, false],
    [{ department: 'VENTAS', position: 'VENDEDOR' }, false],
    [{ department: 'VENTAS', position: 'Supervisora de piso' }, true],
    [{ department: 'FINANZAS', position: 'CONTRALOR' }, true],
    [{ isActive: false }, false],
  ];
  const people = new Map<number, Person>();
  const members: Somebody[] = [];
  for (const [facts, isPrivileged] of roles) {
    const person = await make.person(facts);
    const { id, department, isActive } = person;
    people.set(id, person);
    members.push({ id, department, isActive, isPrivileged, topics: [] });
  }
  const [analyst, sales] = [members[1] as Somebody, subjects[2] as Subject];
  analyst.topics = [sales.id];
  await make.outsider(sales as never, people.get(analyst.id) as Person);
  const deactivated = await make.session(people.get((members[5] as Somebody).id) as Person);
  return { people, members, subjects, deactivated };
}

export type Company = Awaited<ReturnType<typeof company>>;
