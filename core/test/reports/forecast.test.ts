import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Activity, isOpen } from '../../src/domain/activities/activity.ts';
import { effectiveDeadline, isUndelivered } from '../../src/domain/activities/deadline.ts';
import { type CalendarDate, daysBetween, localDay } from '../../src/domain/calendar.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { forecastLateness } from '../../src/domain/reports/forecast.ts';
import { judgePunctuality } from '../../src/domain/reports/punctuality.ts';
import { readForecast } from '../../src/use-cases/reports/read-forecast.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep } from '../deep.ts';
import { day, given, TODAY } from '../factories.ts';
import { stage, ZONE } from '../stage.ts';
import { foundCompany, importedIds, register, seeds } from './company.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('of any company and team it reads what a recount finds', { timeout: 600_000 }, async () => {
  const on = stage(database.db);
  let nForecasts = 0;
  let nNamed = 0;
  const check = async ([chosen, readerPlace]: [Parameters<typeof register>[2], number]) => {
    await database.wipe();
    const founded = await foundCompany(database.db);
    await register(database.db, founded, chosen);
    const reader = founded.people[readerPlace] as Person;
    const all: (Activity & { firstDueOn: CalendarDate | null })[] = await database.db('activities').orderBy('id');
    const imported = await importedIds(database.db);
    const past = all.flatMap((activity) => {
      const { assigneeId, closedAt } = activity;
      const punctuality = judgePunctuality(activity, TODAY, ZONE);
      const deadline = effectiveDeadline(activity);
      const isPast = deadline >= '2026-09-21' && deadline < '2026-11-16';
      if (!punctuality || !isPast || (imported.has(activity.id) && !isOpen(activity.status))) return [];
      const isOnTime = punctuality === 'onTime' || punctuality === 'onTimeExtended';
      const daysLeft = isOnTime && closedAt ? Math.max(0, daysBetween(localDay(ZONE, closedAt), deadline)) : -1;
      return [{ assigneeId, daysLeft, total: 1 }];
    });
    const ofTeam = {
      company: () => true,
      assigned: ({ ownerId, assigneeId }: Activity) => ownerId === reader.id && assigneeId !== reader.id,
    };
    for (const [team, belongs] of Object.entries(ofTeam)) {
      const due = all
        .filter(
          (one) => isUndelivered(one) && effectiveDeadline(one) >= '2026-11-16' && effectiveDeadline(one) <= '2026-11-22' && belongs(one),
        )
        .map(({ id, description, assigneeId, ...dates }) => {
          const daysLeft = daysBetween(TODAY, effectiveDeadline(dates));
          return { assigneeId, daysLeft, total: 1, activities: [{ id, description }] };
        });
      const expected = forecastLateness(past, due);
      const read = await on.act(readForecast, reader, { isAssigned: team === 'assigned' });
      expect(read).toEqual(expected);
      if (read) nForecasts++;
      nNamed += read?.heaviest.length ?? 0;
    }
  };
  const companies = fc.tuple(fc.array(seeds, { minLength: 180, maxLength: 220, size: 'max' }), fc.nat({ max: 3 }));
  await fc.assert(fc.asyncProperty(companies, check), { numRuns: deep(100, 6), seed: deep(undefined, 20_261_129), endOnFailure: true });
  expect(nForecasts).toBeGreaterThan(5);
  expect(nNamed).toBeGreaterThan(10);
});

it('a team may be a department or people', async () => {
  await database.wipe();
  const on = stage(database.db);
  const make = given(database.db);
  const [boss, ana, beto] = [await make.manager(), await make.person(), await make.person()];
  const [topic, other] = [await make.topic({ department: 'OPERACIONES' }), await make.topic({ department: 'VENTAS' })];
  const closedAt = new Date('2026-11-12T18:00:00Z');
  for (let n = 0; n < 20; n++)
    await make.activity({ owner: boss, assignee: ana, topic, status: 'verified', dueOn: day('2026-11-10'), closedAt });
  const make3 = async (assignee: Person, where: typeof topic) => {
    for (let n = 0; n < 3; n++) await make.activity({ owner: boss, assignee, topic: where, dueOn: day('2026-11-20') });
  };
  await make3(ana, topic);
  await make3(beto, other);
  expect(await on.act(readForecast, boss, {})).toMatchObject({ due: 6, late: 6 });
  expect(await on.act(readForecast, boss, { departments: ['VENTAS'] })).toMatchObject({ due: 3, late: 3 });
  expect(await on.act(readForecast, boss, { assignees: [ana.id] })).toMatchObject({ due: 3, late: 3 });
  expect(await on.act(readForecast, ana, { isAssigned: true })).toBeNull();
});
