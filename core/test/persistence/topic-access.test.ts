import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GENERAL } from '../../src/domain/activities/activity.ts';
import { isEligibleAssignee, mayRegisterUnder } from '../../src/domain/activities/policy.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const departments = ['VENTAS', 'PLANTA', GENERAL];
const positions = ['Técnico', 'Supervisor'];
const company = fc.record({
  people: fc.array(
    fc.record({ department: fc.constantFrom(...departments), position: fc.constantFrom(...positions), isActive: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
  topics: fc.array(fc.constantFrom(...departments), { minLength: 1, maxLength: 4 }),
  assigned: fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 6 }),
});

it('the statements for eligible people and topics agree with the rules in any company', async () => {
  await fc.assert(
    fc.asyncProperty(company, async ({ people, topics, assigned }) => {
      await database.wipe();
      const make = given(database.db);
      const persons = await Promise.all(people.map((facts) => make.person(facts)));
      const all = await Promise.all(topics.map((department) => make.topic({ department })));
      const pairs = new Set(assigned.map(([who, what]) => `${who % persons.length} ${what % all.length}`));
      for (const pair of pairs) {
        const [who, what] = pair.split(' ').map(Number) as [number, number];
        await database.db('topicAssignments').insert({ userId: persons[who]?.id, topicId: all[what]?.id, createdAt: new Date() });
      }
      const { users, topics: stored } = repositoriesOn(database.db, 'America/Mexico_City');
      const membership = (who: number, what: number) => ({
        department: people[who]?.department ?? '',
        isAssigned: pairs.has(`${who} ${what}`),
      });
      for (const [what, topic] of all.entries()) {
        const expected = persons.filter((_, who) => people[who]?.isActive && isEligibleAssignee(topic, membership(who, what)));
        const ids = (await users.eligibleAssignees(topic)).map(({ id }) => id);
        expect(ids.sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
      }
      for (const [who, person] of persons.entries()) {
        const expected = all.filter((topic, what) => mayRegisterUnder(topic, person, membership(who, what)));
        const ids = (await stored.listRegistrable(person)).map(({ id }) => id);
        expect(ids.sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
      }
    }),
    { numRuns: 25 },
  );
});
