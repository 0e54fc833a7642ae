import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { addDays, type CalendarDate } from '../../src/domain/calendar.ts';
import { workingDaysAgo } from '../../src/domain/holidays.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { workingDays as isWorkingDayOf, usualWorkTime } from '../../src/domain/work-time.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { listOwnNotifications } from '../../src/use-cases/notifications/own-notifications.ts';
import { readNotified } from '../../src/use-cases/notifications/read-notified.ts';
import { remindDeadlines } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { type Stage, stage } from '../stage.ts';
import { statutoryHolidays } from '../statutory-holidays.ts';

const YEARS = Array.from({ length: 11 }, (_, n) => 2026 + n);
const holidays = new Set(YEARS.flatMap((year) => statutoryHolidays(year).map((holiday) => holiday.day)));

describe('working days', () => {
  /** Every working day of the years, computed from weekday names, and so independent of the product. */
  const workingDays: CalendarDate[] = [];
  const names = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  for (let at = day('2026-01-01'); at < '2037-01-01'; at = addDays(at, 1))
    if (names.format(new Date(`${at}T12:00:00Z`)) !== 'Sun' && !holidays.has(at)) workingDays.push(at);

  const isWorkingDay = isWorkingDayOf(usualWorkTime, [...holidays]);

  it('of ten years: work is escalated on the second and the fifth working day after each day, and on none before', () => {
    const deadlines = fc.integer({ min: 0, max: 3_652 }).map((days) => addDays(day('2026-01-01'), days));
    fc.assert(
      fc.property(deadlines, fc.constantFrom(2, 5), (deadline, count) => {
        const expected = workingDays.filter((one) => one > deadline)[count - 1] as CalendarDate;
        for (let today = addDays(deadline, 1); today <= expected; today = addDays(today, 1)) {
          const isEscalated = isWorkingDay(today) && deadline <= workingDaysAgo(today, count, isWorkingDay);
          expect([today, isEscalated]).toEqual([today, today === expected]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

let database: TestDatabase;
let on: Stage;
let director: Person;
let head: Person;
let assignee: Person;
let ownerHead: Person;
let owner: Person;
beforeAll(async () => {
  database = await testDatabase();
});
const make = () => given(database.db);
const reportsTo = (person: Person, manager: Person) => database.db('users').where({ id: person.id }).update({ managerId: manager.id });
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db, { workTime: { ...usualWorkTime, days: [1, 2, 3, 4, 5] } });
  director = await make().person({ firstName: 'Dora' });
  head = await make().person({ firstName: 'Hugo' });
  assignee = await make().person({ firstName: 'Ana' });
  ownerHead = await make().person({ firstName: 'Olga' });
  owner = await make().manager({ firstName: 'Omar' });
  await reportsTo(assignee, head);
  await reportsTo(head, director);
  await reportsTo(owner, ownerHead);
});
afterAll(() => database.close());

const at = (today: string, hour = 14) => on.setClock(`${today}T${String(hour).padStart(2, '0')}:00:00Z`);
async function runOn(...days: string[]): Promise<void> {
  for (const today of days) {
    at(today);
    await on.anyone(remindDeadlines, { dueAt: on.now() });
  }
}
async function runFrom(first: string, last: string): Promise<void> {
  for (let today = day(first); today <= last; today = addDays(today, 1)) await runOn(today);
}
/** The recipient and the day of each notification. */
const escalated = async (kind: 'overdueEscalated' | 'verdictOverdue') => {
  const rows = await database.db('notifications').where({ kind }).orderBy(['createdAt', 'recipientId']);
  return rows.map(({ recipientId, createdAt }) => [recipientId, createdAt.toISOString().slice(0, 10)]);
};
const work = (overrides: Partial<Omit<Activity, 'id'>> = {}) => make().activity({ owner, assignee, ...overrides });

describe('overdue work', () => {
  it('notifies the responsible’s boss after two working days and the boss’s boss after five, once each', async () => {
    await work({ dueOn: day('2026-11-05') }); // a Thursday; Monday the 16th is a day of rest
    await database.db('holidays').insert({ day: '2026-11-16', name: 'Revolución' });
    await runFrom('2026-11-05', '2026-12-31');
    expect(await escalated('overdueEscalated')).toEqual([
      [head.id, '2026-11-09'],
      [director.id, '2026-11-12'],
    ]);
  });

  it('counts no weekend and no day of rest', async () => {
    await work({ dueOn: day('2026-11-12') }); // a Thursday
    await database.db('holidays').insert({ day: '2026-11-16', name: 'Revolución' });
    await runFrom('2026-11-12', '2026-11-30');
    expect(await escalated('overdueEscalated')).toEqual([
      [head.id, '2026-11-17'],
      [director.id, '2026-11-20'],
    ]);
  });

  it('notifies once after an outage of several days, each who should know by then', async () => {
    await work({ dueOn: day('2026-11-02') });
    await runOn('2026-11-02', '2026-11-20', '2026-11-23', '2026-11-24');
    expect(await escalated('overdueEscalated')).toEqual(
      [
        [director.id, '2026-11-20'],
        [head.id, '2026-11-20'],
      ].sort(([a], [b]) => Number(a) - Number(b)),
    );
  });

  it('goes over a boss who is not active to the next, and to nobody where there is none', async () => {
    await database.db('users').where({ id: head.id }).update({ isActive: false });
    await work({ dueOn: day('2026-11-02') });
    await make().ownActivity(director, { dueOn: day('2026-11-02') });
    await runFrom('2026-11-03', '2026-11-20');
    expect(await escalated('overdueEscalated')).toEqual([[director.id, '2026-11-04']]);
  });

  it('goes to the substitute of an absent boss too', async () => {
    const stand = await make().person();
    await database
      .db('absences')
      .insert({ userId: head.id, substituteId: stand.id, fromOn: '2026-11-01', toOn: '2026-11-30', createdAt: on.now() });
    await work({ dueOn: day('2026-11-02') });
    await runFrom('2026-11-03', '2026-11-05');
    expect(await escalated('overdueEscalated')).toEqual([
      [head.id, '2026-11-04'],
      [stand.id, '2026-11-04'],
    ]);
  });

  it('begins anew with an extension, and with a rejection after a late verdict', async () => {
    const { id } = await work({ dueOn: day('2026-11-02'), status: 'in_progress' });
    await runFrom('2026-11-03', '2026-11-04');
    at('2026-11-04', 18);
    await on.act(extendDeadline, owner, { activityId: id, extendedTo: day('2026-11-05'), reason: 'Faltan piezas' });
    await runFrom('2026-11-05', '2026-11-09');
    expect(await escalated('overdueEscalated')).toEqual([
      [head.id, '2026-11-04'],
      [head.id, '2026-11-09'],
    ]);
    at('2026-11-09', 18);
    await on.act(completeActivity, assignee, { activityId: id, resolution: 'Listo' });
    await runFrom('2026-11-10', '2026-11-18');
    at('2026-11-18', 18);
    await on.act(validateActivity, owner, { activityId: id, comment: 'Falta', verdict: 'Rejected' });
    await runFrom('2026-11-19', '2026-11-20');
    expect((await escalated('overdueEscalated')).slice(2)).toEqual([[head.id, '2026-11-20']]);
  });

  it('is no longer announced once the date has moved, the work was delivered, or the boss is another', async () => {
    const { id } = await work({ dueOn: day('2026-11-02') });
    await runOn('2026-11-04');
    const current = async (recipientId: number) => {
      const refs = [{ id: 1, kind: 'overdueEscalated' as const, activityId: id, deadlineOn: day('2026-11-02'), historyId: null }];
      return (await on.anyone(readNotified, { recipientId, notifications: refs })).map(({ hasPage }) => hasPage);
    };
    expect([await current(head.id), await current(owner.id)]).toEqual([[false], []]);
    await reportsTo(assignee, ownerHead);
    expect([await current(head.id), await current(ownerHead.id)]).toEqual([[], [false]]);
    await database.db('users').where({ id: ownerHead.id }).update({ position: 'GERENTE' });
    expect(await current(ownerHead.id)).toEqual([true]);
    await database.db('activities').where({ id }).update({ dueOn: '2026-11-03' });
    expect(await current(ownerHead.id)).toEqual([]);
  });

  it('does not make the activity visible to a boss who may not see it', async () => {
    await work({ dueOn: day('2026-11-02') });
    await runOn('2026-11-04');
    expect((await on.act(listOwnNotifications, head, {})).notifications).toMatchObject([{ kind: 'overdueEscalated', isVisible: false }]);
  });
});

describe('work without a verdict', () => {
  const closed = (instant: string) =>
    work({ status: 'completed', closedAt: new Date(instant), startedAt: new Date('2026-11-02T15:00:00Z') });

  it('notifies the owner again after two working days and the owner’s boss after five, once each', async () => {
    await closed('2026-11-06T05:59:00Z'); // Thursday the 5th, 23:59 in Mexico City
    await runFrom('2026-11-06', '2026-12-31');
    expect(await escalated('verdictOverdue')).toEqual([
      [owner.id, '2026-11-09'],
      [ownerHead.id, '2026-11-12'],
    ]);
  });

  it('begins anew when the work is delivered again', async () => {
    const { id } = await closed('2026-11-05T18:00:00Z');
    await runFrom('2026-11-06', '2026-11-09');
    at('2026-11-09', 18);
    await on.act(validateActivity, owner, { activityId: id, comment: 'Falta', verdict: 'Rejected' });
    await on.act(completeActivity, assignee, { activityId: id, resolution: 'Ya' });
    await runFrom('2026-11-10', '2026-11-11');
    expect(await escalated('verdictOverdue')).toEqual([
      [owner.id, '2026-11-09'],
      [owner.id, '2026-11-11'],
    ]);
  });
});
