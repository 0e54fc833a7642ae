import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import type { CalendarDate } from '../../src/domain/calendar.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { judgePunctuality, type PunctualityRow, punctualities, startOfWeek } from '../../src/domain/reports/punctuality.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { readReportRows } from '../../src/use-cases/reports/export-report.ts';
import { readPunctuality } from '../../src/use-cases/reports/read-figures.ts';
import { listAllActivities, listAssignedByMe } from '../../src/use-cases/reports/read-reports.ts';
import type { UseCase } from '../../src/use-cases/use-case.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { deep } from '../deep.ts';
import { anActivity, day, given, NOW, TODAY } from '../factories.ts';
import { stage, ZONE } from '../stage.ts';
import { rowsOf } from '../tables.ts';
import { foundCompany, importedIds, register, seeds, someDay } from './company.ts';
import { recount, type StandingComment } from './recount.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const at = (text: string) => new Date(text);
/** 23:59 and 0:00 in Mexico City, on both sides of the end of November 18th. */
const [beforeMidnight, midnight] = [at('2026-11-19T05:59:59.999Z'), at('2026-11-19T06:00:00Z')];

it.each<[string, Partial<Activity> & { firstDueOn?: CalendarDate }, ReturnType<typeof judgePunctuality>]>([
  ['delivered on the last minute of its date', { status: 'verified', dueOn: day('2026-11-18'), closedAt: beforeMidnight }, 'onTime'],
  ['delivered a moment later', { status: 'verified', dueOn: day('2026-11-18'), closedAt: midnight }, 'late'],
  [
    'by the extended date',
    { status: 'verified', dueOn: day('2026-11-18'), extendedTo: day('2026-11-19'), closedAt: midnight },
    'onTimeExtended',
  ],
  [
    'by the original date, though extended',
    { status: 'completed', dueOn: day('2026-11-18'), extendedTo: day('2026-11-19'), closedAt: beforeMidnight },
    'onTime',
  ],
  ['after the extended date', { status: 'completed', dueOn: day('2026-11-01'), extendedTo: day('2026-11-18'), closedAt: midnight }, 'late'],
  ['delivered before a deadline to come', { status: 'completed', dueOn: day('2026-12-18'), closedAt: midnight }, null],
  ['delivered before its deadline of today', { status: 'verified', dueOn: TODAY, closedAt: midnight }, null],
  ['delivered by an extended date to come', { status: 'verified', dueOn: day('2026-11-18'), extendedTo: TODAY, closedAt: midnight }, null],
  ['rejected, with its deadline past', { status: 'in_progress', dueOn: day('2026-11-18'), rejectedAt: midnight }, 'undelivered'],
  ['due yesterday and open', { status: 'on_pause', dueOn: day('2026-11-19') }, 'undelivered'],
  ['due today and open', { status: 'on_pause', dueOn: TODAY }, null],
  ['due tomorrow and open', { status: 'in_progress', dueOn: day('2026-11-21') }, null],
  [
    'by a date that was corrected to a later one',
    { status: 'verified', firstDueOn: day('2026-11-15'), dueOn: day('2026-11-18'), closedAt: beforeMidnight },
    'onTimeExtended',
  ],
  [
    'by its first date, though corrected to an earlier one',
    { status: 'verified', firstDueOn: day('2026-11-18'), dueOn: day('2026-11-15'), closedAt: beforeMidnight },
    'onTime',
  ],
  ['past its date, and extended to a day to come', { dueOn: day('2026-11-01'), extendedTo: day('2026-11-21') }, null],
  ['canceled, with its deadline past', { status: 'canceled', dueOn: day('2026-11-18') }, null],
])('%s', (_, facts, expected) => {
  expect(judgePunctuality({ ...anActivity(facts), ...facts }, TODAY, ZONE)).toBe(expected);
});

it('weeks begin on Monday, before and after the epoch', () => {
  expect(['2026-11-15', '2026-11-16', '2026-11-22', '1969-12-31'].map((one) => startOfWeek(day(one)))).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-16',
    '1969-12-29',
  ]);
});

/** By name, as the recount has them. */
const keyed = <Group extends PunctualityRow>(groups: readonly Group[], keyOf: (group: Group) => string | number) =>
  Object.fromEntries(
    groups.map((group) => {
      const { due, onTime, onTimeExtended, late, undelivered, share } = group;
      return [keyOf(group), { due, onTime, onTimeExtended, late, undelivered, share }];
    }),
  );

it('figures of any company, scope and range equal a recount, the rule, and the rows of their lists', { timeout: 600_000 }, async () => {
  const on = stage(database.db);
  const often = fc.oneof(fc.constant<CalendarDate | null>(null), someDay);
  const company = fc.record({
    seeds: fc.array(seeds, { minLength: 5, maxLength: 40, size: 'max' }),
    reader: fc.nat({ max: 3 }),
    ranges: fc.array(fc.record({ from: often, to: often }), { minLength: 3, maxLength: 3 }),
  });
  let nDue = 0;
  const check = async (sample: typeof company extends fc.Arbitrary<infer Value> ? Value : never) => {
    await database.wipe();
    const founded = await foundCompany(database.db);
    await register(database.db, founded, sample.seeds);
    const all: Activity[] = await database.db('activities').orderBy('id');
    const reader = founded.people[sample.reader] as Person;
    const read = async <Input, Result>(useCase: UseCase<Input, Result>, input: Input) => {
      const actor = { ...reader, channel: 'web' } as const;
      return (await on.core.perform({ useCase, actor, channel: 'web', input, effect: 'reads' })).result;
    };
    const comments: StandingComment[] = await database.db('comments').whereNull('canceledAt').select('activityId', 'body');
    const oracle = recount(founded, all, { readerId: reader.id }, TODAY, comments, await importedIds(database.db));
    for (const { from, to } of sample.ranges)
      for (const scope of ['company', 'assignedByMe'] as const) {
        const { ids, ...expected } = oracle.punctuality(scope, from, to);
        const report = await read(readPunctuality, { from, to, isAssigned: scope === 'assignedByMe' });
        const { departments, topics, people, months, weeks } = report;
        assert.deepEqual(
          {
            total: report.total,
            departments: keyed(departments, ({ department }) => department),
            topics: keyed(topics, ({ topic }) => topic),
            people: keyed(people, ({ id }) => id),
            months: keyed(months, ({ monthStart }) => monthStart),
            weeks: keyed(weeks, ({ weekStart }) => weekStart),
          },
          expected,
        );
        const names = people.map(({ name }) => name);
        assert.deepEqual(names, names.toSorted(new Intl.Collator('es-MX').compare));
        for (const ordered of [months.map(({ monthStart }) => monthStart), weeks.map(({ weekStart }) => weekStart)])
          assert.deepEqual(ordered, ordered.toSorted());

        const byRule = Object.fromEntries(
          punctualities.map((one) => [
            one,
            all.filter(({ id }) => ids.includes(id)).filter((activity) => judgePunctuality(activity, TODAY, ZONE) === one).length,
          ]),
        );
        const { due, share: _, ...counts } = report.total;
        assert.deepEqual(counts, byRule);
        nDue += due;
        const list = scope === 'company' ? listAllActivities : listAssignedByMe;
        const question = { from: report.from, to: report.to, dating: 'deadline' } as const;
        const rowIds = async (more: object) =>
          (await rowsOf(await read(list, { ...question, ...more }))).map(({ id }) => id).toSorted((a, b) => a - b);
        assert.deepEqual(await rowIds({ punctuality: punctualities }), ids);
        const page = await rowsOf(await read(list, { ...question, punctuality: punctualities, page: 1, pageSize: 200 }));
        const counted = all.filter(({ id }) => ids.includes(id));
        assert.deepEqual(
          page.map(({ id }) => id),
          oracle.sorted(counted, { column: 'deadline', isDescending: true }),
        );
        for (const one of punctualities) {
          assert.equal((await rowIds({ punctuality: [one] })).length, report.total[one]);
          const counted = await read(list, { ...question, punctuality: [one], page: 1, pageSize: 1 });
          assert.deepEqual('total' in counted && [counted.total, counted.late], [
            report.total[one],
            one === 'undelivered' ? report.total[one] : 0,
          ]);
        }
        const workbook = await read(readReportRows, {
          ...question,
          isAssigned: scope === 'assignedByMe',
          statuses: ['not_started'],
          urgencies: ['late'],
        });
        assert.deepEqual((await read(readPunctuality, workbook.punctualityQuery)).total, report.total);
        for (const person of people)
          assert.equal((await rowIds({ punctuality: punctualities, assignees: [person.id] })).length, person.due);
      }
  };
  await fc.assert(fc.asyncProperty(company, check), { numRuns: deep(500, 20), seed: deep(undefined, 20_261_122) });
  expect(nDue).toBeGreaterThan(45);
});

it('the verification clock goes from each completion to its verdict, of due work alone', async () => {
  await database.wipe();
  const on = stage(database.db);
  const make = given(database.db);
  const [owner, assignee] = [await make.manager(), await make.person()];
  const deliver = async (activityId: number, completedAt: string, verdictAt: string, verdict: 'Verified' | 'Rejected') => {
    on.setClock(completedAt);
    await on.act(completeActivity, assignee, { activityId, resolution: 'Listo' });
    on.setClock(verdictAt);
    await on.act(validateActivity, owner, { activityId, comment: 'Visto', verdict });
  };
  const started = async (who: Person, dueOn: string) => {
    const { id } = await make.activity({ owner: who, assignee, dueOn: day(dueOn) });
    on.setClock('2026-11-12T15:00:00Z');
    await on.act(startActivity, assignee, { activityId: id });
    return id;
  };
  const first = await started(owner, '2026-11-18');
  await deliver(first, '2026-11-16T15:00:00Z', '2026-11-16T16:00:00Z', 'Rejected');
  await deliver(first, '2026-11-17T15:00:00Z', '2026-11-17T15:10:59Z', 'Verified');
  await deliver(await started(owner, '2026-11-19'), '2026-11-17T15:00:00Z', '2026-11-19T15:00:00Z', 'Verified');
  // Neither own work, nor work that is due today, nor work of another month has a part in it.
  const own = await started(assignee, '2026-11-18');
  await on.act(completeActivity, assignee, { activityId: own, resolution: 'Listo' });
  await deliver(await started(owner, TODAY), '2026-11-17T15:00:00Z', '2026-11-18T15:00:00Z', 'Verified');
  await deliver(await started(owner, '2026-12-19'), '2026-11-17T15:00:00Z', '2026-11-18T15:00:00Z', 'Rejected');
  // Work that waits for its verdict.
  const waiting = await started(owner, '2026-11-19');
  await on.act(completeActivity, assignee, { activityId: waiting, resolution: 'Listo' });

  on.setClock(NOW);
  const report = await on.act(readPunctuality, owner, { from: day('2026-11-01'), to: day('2026-11-30') });
  expect(report.verification).toEqual({ verdicts: 3, rejected: 1, rejectedShare: 33, p50Minutes: 60, p90Minutes: 2_880 });
  expect(report.total).toMatchObject({ due: 4, onTime: 4 });
  const none = await on.act(readPunctuality, owner, { from: day('2026-01-01'), to: day('2026-01-31') });
  expect(none.verification).toEqual({ verdicts: 0, rejected: 0, rejectedShare: 0, p50Minutes: null, p90Minutes: null });
  expect(none.total).toEqual({ due: 0, onTime: 0, onTimeExtended: 0, late: 0, undelivered: 0, share: 0 });
});
