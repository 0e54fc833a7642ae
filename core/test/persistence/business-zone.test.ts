import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given } from '../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('a start in another business zone computes the days of delivery and their punctuality again, once', async () => {
  const { db } = database;
  const make = given(db);
  // It is still the day before in Mexico City, and already the day after in Tokyo.
  const closedAt = new Date('2026-11-19T05:00:00.000Z');
  const { id } = await make.activity({ status: 'verified', dueOn: day('2026-11-18'), closedAt });
  const untouched = await make.activity({ status: 'in_progress' });
  const { installation } = repositoriesOn(db, 'Asia/Tokyo');
  const stored = () => db('activities').where({ id }).first('closedOn', 'punctuality');
  await installation.adoptZone('America/Mexico_City');
  expect(await stored()).toEqual({ closedOn: '2026-11-18', punctuality: 'onTime' });
  await installation.adoptZone('Asia/Tokyo');
  expect(await stored()).toEqual({ closedOn: '2026-11-19', punctuality: 'late' });

  await db('activities')
    .where({ id })
    .update({ closedOn: day('2026-11-01') });
  await installation.adoptZone('Asia/Tokyo');
  expect(await stored()).toMatchObject({ closedOn: '2026-11-01' });
  expect(await db('activities').where({ id: untouched.id }).first('closedOn', 'punctuality')).toEqual({
    closedOn: null,
    punctuality: 'undelivered',
  });
});
