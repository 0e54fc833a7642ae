import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCore } from '../../src/core.ts';
import { type Activity, type Status, statuses } from '../../src/domain/activities/activity.ts';
import { addDays, type CalendarDate } from '../../src/domain/calendar.ts';
import { deadlineKinds } from '../../src/domain/notifications/notification.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { normalise } from '../../src/domain/text.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { remindDeadlines } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep } from '../deep.ts';
import { anActivity, given } from '../factories.ts';
import { SECRET } from '../stage.ts';
import { dueNotifications } from './due-notifications.ts';

const ROUNDS = deep(1_000, 30);
const CASES_A_ROUND = 100;

let database: TestDatabase;
let people: Person[];
let topicId: number;
beforeAll(async () => {
  database = await testDatabase();
  const make = given(database.db);
  people = [await make.person(), await make.person(), await make.person(), await make.person({ isActive: false })];
  topicId = (await make.topic()).id;
});
afterAll(() => database.close());

const zones = [
  'America/Mexico_City',
  'America/Tijuana',
  'Europe/Madrid',
  'Australia/Sydney',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
];
/** Days on which calendars err: month ends, leap days, turns of the year, changes of clocks in those zones. */
const oddDays = [
  '2024-02-28',
  '2024-02-29',
  '2026-02-28',
  '2026-12-31',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-11-01',
];
const oddTimes = ['00:00:00.000', '05:59:59.999', '06:00:00.000', '10:30:00.000', '23:30:00.000', '23:59:59.999'];
const moments = fc.oneof(
  fc.tuple(fc.constantFrom(...oddDays), fc.constantFrom(...oddTimes)).map(([day, time]) => new Date(`${day}T${time}Z`)),
  fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2032-01-01T00:00:00Z'), noInvalidDate: true }),
);
const cases = fc.record({
  status: fc.constantFrom<Status>(...statuses),
  owner: fc.nat(3),
  assignee: fc.nat(3),
  due: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -3, max: 9 }) }, fc.integer({ min: -500, max: 500 })),
  extendedBy: fc.oneof(fc.constant(null), fc.nat(12)),
});
const rounds = fc.record({
  now: moments,
  zone: fc.constantFrom(...zones),
  holidays: fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    fc.uniqueArray(fc.integer({ min: -1, max: 9 }), { minLength: 1, maxLength: 10 }),
  ),
  cases: fc.array(cases, { minLength: CASES_A_ROUND, maxLength: CASES_A_ROUND }),
});
type Round = typeof rounds extends fc.Arbitrary<infer Value> ? Value : never;

const idOf = (place: number) => (people[place] as Person).id;

async function register(cases: Round['cases'], today: CalendarDate): Promise<Activity[]> {
  const rows = cases.map(({ status, owner, assignee, due, extendedBy }) => {
    const dueOn = addDays(today, due);
    const extension = extendedBy === null ? {} : { extendedTo: addDays(dueOn, extendedBy), extensionReason: 'Falta material' };
    const { id: _, ...row } = anActivity({ status, ownerId: idOf(owner), assigneeId: idOf(assignee), topicId, dueOn, ...extension });
    return { ...row, descriptionKey: normalise(row.description) };
  });
  return database.db('activities').insert(rows).returning('*');
}

/** Which day and hour it is, asked of PostgreSQL and not of the code under test. */
async function todayIn(zone: string, now: Date): Promise<{ today: CalendarDate; hour: number }> {
  const clock = 'select (?::timestamptz at time zone ?)::date as today, extract(hour from ?::timestamptz at time zone ?)::integer as hour';
  return (await database.db.raw(clock, [now, zone, now, zone])).rows[0];
}

/** The last deadline before the morning after the one on which today's reminders leave, from a walk over the days. */
function lastBeforeWork(today: CalendarDate, hour: number, isFree: (days: number) => boolean): CalendarDate {
  const next = (from: number): number => (isFree(from) ? next(from + 1) : from);
  const leaves = hour < 20 ? 0 : next(1);
  return addDays(today, Math.max(leaves + 1, next(leaves + 1) - 1));
}

it(`the one statement reports what the rule says of each activity, in ${ROUNDS * CASES_A_ROUND} cases`, {
  timeout: deep(600_000, 120_000),
}, async () => {
  const { db } = database;
  let notifiedCount = 0;
  const check = async ({ now, zone, holidays, cases }: Round) => {
    await db.raw(`delete from outbox; delete from notifications; delete from activities; delete from sweeps; delete from holidays`);
    const { today, hour } = await todayIn(zone, now);
    const activities = await register(cases, today);
    if (holidays.length) await db('holidays').insert(holidays.map((days) => ({ day: addDays(today, days), name: 'Inhábil' })));

    const core = createCore({ db, clock: () => now, zone, secret: SECRET });
    await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: now }, effect: 'writes' });

    const isFree = (days: number) => holidays.includes(days) || new Date(`${addDays(today, days)}T12:00:00Z`).getUTCDay() === 0;
    const tomorrow = lastBeforeWork(today, hour, isFree);
    const isActive = (id: number) => people.some((person) => person.id === id && person.isActive);
    const due = isFree(0) ? [] : activities.flatMap((activity) => dueNotifications(activity, today, tomorrow));
    const expected = due.filter(({ recipientId }) => isActive(recipientId)).map(({ key }) => key);
    expect(
      (
        await db('outbox')
          .whereIn('kind', [...deadlineKinds])
          .pluck('key')
      ).sort(),
    ).toEqual(expected.sort());
    if (!isFree(0)) expect(await repositoriesOn(db, zone).reminders.remind(today, tomorrow, now)).toBe(0);
    notifiedCount += expected.length;
  };
  await fc.assert(fc.asyncProperty(rounds, check), { numRuns: ROUNDS, seed: deep(undefined, 20_261_120), endOnFailure: true });
  expect(notifiedCount).toBeGreaterThan(ROUNDS * 20);
});
