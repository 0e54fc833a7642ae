import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCalendarFeed } from '../../src/use-cases/notifications/calendar-feed.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

it('a calendar address made while its person is deactivated does not come back with them', async () => {
  const make = given(database.db);
  for (let round = 0; round < 12; round++) {
    const [boss, ana] = [await make.manager(), await make.person()];
    const off = { id: ana.id, isActive: false, reassignTo: null };
    await together<unknown>([on.act(setUserStatus, boss, off), on.act(createCalendarFeed, ana, {})]);
    expect(await database.db('calendarFeeds').where({ userId: ana.id })).toEqual([]);
  }
});

it('a calendar address is for the active', async () => {
  const ana = await given(database.db).person({ isActive: false });
  expect(await refusalOf(on.act(createCalendarFeed, ana, {}))).toEqual({ code: 'user.notActive' });
  expect(await database.db('calendarFeeds')).toEqual([]);
});

it('without a request there is no address to make, because nobody knows the public one', async () => {
  const ana = await given(database.db).person();
  const call = { useCase: createCalendarFeed, actor: { ...ana, channel: 'web' }, channel: 'web', input: {}, effect: 'writes' } as const;
  await expect(on.core.perform(call)).rejects.toThrow('public URL');
  expect(await database.db('calendarFeeds')).toEqual([]);
});
