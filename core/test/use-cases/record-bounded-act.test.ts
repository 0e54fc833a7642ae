import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { hashSecret } from '../../src/secrets/secrets.ts';
import { closeSession } from '../../src/use-cases/account/log-in.ts';
import { recordFailedAccess } from '../../src/use-cases/record-admin-act.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let victim: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  victim = await given(database.db).person();
});
afterAll(() => database.close());

const after = (seconds: number) => on.setClock(new Date(NOW.getTime() + seconds * 1_000));
const fail = (network: string, email = victim.email) =>
  on.anyone(recordFailedAccess, { act: 'session.failLogIn' as const, email, reason: 'wrongPassword' as const, network });
const recordedFacts = async () => (await database.db('adminHistory').orderBy('id')).map((row) => row.after);

/** As if so many had been counted already. */
const counted = (points: number) => database.db('rateLimits').update({ points });

it('failures of one account and network: the first five of an hour have a row, then the tenth powers, which say how many there were', async () => {
  for (let n = 0; n < 11; n++) await fail('203.0.113.0/24');
  await database.db('rateLimits').where('points', 11).update({ points: 99 });
  after(601); // what a network and everybody may add begins anew, and the hour of the account does not
  await fail('203.0.113.0/24');
  expect((await recordedFacts()).map(({ times }) => times)).toEqual([1, 2, 3, 4, 5, 10, 100]);
  after(2 * 3_600);
  await fail('203.0.113.0/24');
  expect((await recordedFacts()).at(-1)).toEqual({ reason: 'wrongPassword', times: 1 });
});

it('a flood from many networks adds a hundred rows in ten minutes, and then how many there were', async () => {
  for (let n = 0; n < 105; n++) await fail(`2001:db8:0:${n.toString(16)}::/64`, `nadie${n}@demo.mx`);
  expect(await recordedFacts()).toHaveLength(101);
  await counted(999);
  await fail('198.51.100.0/24');
  expect((await recordedFacts()).slice(100)).toEqual([{ ofAll: 101 }, { ofAll: 1_000 }]);
  after(601);
  await fail('192.0.2.0/24');
  expect((await recordedFacts()).slice(102)).toEqual([{ reason: 'wrongPassword', times: 1 }]);
});

it('one network adds twenty in ten minutes and then how many there were, and leaves the limit of everybody to others', async () => {
  for (let n = 0; n < 150; n++) await fail('203.0.113.0/24', `nadie${n}@demo.mx`);
  const ofOne = await recordedFacts();
  expect(ofOne).toHaveLength(22);
  expect(ofOne.slice(20)).toEqual([{ ofNetwork: 21 }, { ofNetwork: 100 }]);
  for (let n = 0; n < 5; n++) await fail(`198.51.${n}.0/24`);
  expect((await recordedFacts()).slice(22)).toEqual(Array(5).fill({ reason: 'wrongPassword', times: 1 }));
});

it('logins and logouts of one person: twenty an hour have a row, then the tenth powers', async () => {
  const logOut = () => on.act(closeSession, victim, { idHash: hashSecret('any') });
  for (let n = 0; n < 22; n++) await logOut();
  await counted(99);
  await logOut();
  expect(await recordedFacts()).toEqual([...Array(20).fill(null), { times: 100 }]);
});
