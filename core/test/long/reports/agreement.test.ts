import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Activity, isOpen, priorities, statuses } from '../../../src/domain/activities/activity.ts';
import { judgeTimeliness, rowSignal, urgencyKey, urgencyMarks } from '../../../src/domain/activities/deadline.ts';
import type { CalendarDate } from '../../../src/domain/calendar.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { Refused } from '../../../src/domain/refusal.ts';
import { compliance, filterGroups, scopes, sortColumns } from '../../../src/domain/reports/report.ts';
import { activityFields } from '../../../src/messages/activities/activity-fields.ts';
import { writtenDaysLeft, writtenTimeLeft } from '../../../src/messages/dates.ts';
import { cancelActivity } from '../../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../../src/use-cases/activities/complete-activity.ts';
import type { ActivityWithDays } from '../../../src/use-cases/activities/read-activity.ts';
import { startActivity } from '../../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../../src/use-cases/activities/validate-activity.ts';
import { readComplianceGroups, readPeopleLoad } from '../../../src/use-cases/reports/read-figures.ts';
import {
  countFacets,
  listAllActivities,
  listAssignedByMe,
  readAssignedFigures,
  readCompanyFigures,
  readFirstPending,
} from '../../../src/use-cases/reports/read-reports.ts';
import type { UseCase } from '../../../src/use-cases/use-case.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { deep } from '../../deep.ts';
import { NOW, TODAY } from '../../factories.ts';
import { type Company, foundCompany, importedIds, register, searches, seeds, someDay } from '../../reports/company.ts';
import { type Question, recount, type StandingComment } from '../../reports/recount.ts';
import { stage } from '../../stage.ts';
import { rowsOf } from '../../tables.ts';
import { listUrgencyMarks } from '../../urgency-marks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const moves = fc.record({ at: fc.nat(), what: fc.constantFrom('start', 'complete', 'approve', 'reject', 'cancel') });
const lists = fc.constantFrom('listed', 'assigned');
const some = <Value>(...values: Value[]) => fc.subarray(values, { minLength: 1, maxLength: 3 });
/** As often as not nothing narrows a question, or it would find nothing. */
const often = <Value>(usual: Value, otherwise: fc.Arbitrary<Value>) => fc.oneof(fc.constant(usual), otherwise);
const questions = fc.record({
  scope: fc.constantFrom(...scopes),
  list: lists,
  reportStatuses: fc.oneof(
    fc.constant([]),
    fc.subarray([...statuses]),
    fc.constant(['verified' as const]),
    fc.constant([...statuses].slice(4)),
  ),
  from: often<CalendarDate | null>(null, someDay),
  to: often<CalendarDate | null>(null, someDay),
  search: often('', fc.constantFrom(...searches)),
  topics: some('Niñez', 'Minas', 'Ñuño', 'Nube', 'Otro'),
  departments: some('Ventas', 'Almacén', 'GENERAL'),
  statuses: some(...statuses),
  priorities: some(...priorities),
  owners: fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constantFrom('Ana Paz', 'Álvaro Núñez', 'Nadie')), { minLength: 1, maxLength: 2 }),
  assignees: fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constantFrom('Ana Paz', 'Beatriz Nuño')), { minLength: 1, maxLength: 2 }),
  urgencies: some(...urgencyMarks),
  isMeasured: fc.constantFrom(undefined, undefined, true),
  used: often([], fc.subarray([...filterGroups], { maxLength: 2 })),
  sort: fc.record({ column: fc.constantFrom(...sortColumns), isDescending: fc.boolean() }),
  pageSize: fc.integer({ min: 1, max: 7 }),
});
type DrawnQuestion = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;

/** The drawn filters that this question uses, with places in the company turned into ids. */
function questionOf(draft: DrawnQuestion, { people }: Company): Omit<Question, 'scope'> {
  const { reportStatuses, from, to, search, used, isMeasured } = draft;
  const ids = (whom: readonly (number | string)[]) => whom.map((who) => (typeof who === 'number' ? (people[who] as Person).id : who));
  const filters = { ...draft, owners: ids(draft.owners), assignees: ids(draft.assignees) };
  return { reportStatuses, from, to, search, isMeasured, ...Object.fromEntries(used.map((group) => [group, filters[group]])) };
}

const byUrgency = { column: 'urgency', isDescending: false } as const;

/** A page by urgency, as the web, the terminal and the workbook write its rows, beside the rule of the domain. */
function compareWithDomain(rows: readonly ActivityWithDays[], nLate: number) {
  const keys = rows.map((row) => urgencyKey(row, row.daysLeft));
  assert.deepEqual(
    keys,
    keys.toSorted((a, b) => a - b),
  );
  assert.equal(rows.filter((row) => listUrgencyMarks(row, row.daysLeft).includes('late')).length, nLate);
  for (const row of rows) {
    const urgency = judgeTimeliness(row.status, row.daysLeft);
    const isDone = urgency === 'delivered' || urgency === 'closed';
    assert.equal(activityFields.daysLeft.of(row, 'UTC'), isDone ? 0 : row.daysLeft);
    const label = { closed: null, delivered: 'Entregada' }[urgency as 'closed' | 'delivered'];
    assert.equal(writtenTimeLeft(row.status, row.daysLeft), isDone ? label : writtenDaysLeft(row.daysLeft));
    const signal = rowSignal(row.status, row.daysLeft);
    assert.equal(signal === 'late' || signal === 'near', !isDone && row.daysLeft <= 7);
  }
}

async function live(
  on: ReturnType<typeof stage>,
  activities: readonly Activity[],
  people: readonly Person[],
  move: { at: number; what: string },
) {
  const target = activities[move.at % Math.max(activities.length, 1)];
  if (!target) return;
  const owner = people.find(({ id }) => id === target.ownerId) as Person;
  const assignee = people.find(({ id }) => id === target.assigneeId) as Person;
  const activityId = target.id;
  const verdict = { approve: 'Verified', reject: 'Rejected' } as const;
  const acts: Record<string, () => Promise<unknown>> = {
    start: () => on.act(startActivity, assignee, { activityId }),
    complete: () => on.act(completeActivity, assignee, { activityId, resolution: 'Listo' }),
    cancel: () => on.act(cancelActivity, owner, { activityId }),
    approve: () => on.act(validateActivity, owner, { activityId, comment: null, verdict: verdict.approve }),
    reject: () => on.act(validateActivity, owner, { activityId, comment: 'Falta', verdict: verdict.reject }),
  };
  await acts[move.what]?.().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}

it('cards, tables, facets and a recount in plain loops agree, for any filters and any history', {
  timeout: 600_000,
}, async () => {
  const on = stage(database.db);
  const company = fc.record({
    seeds: fc.array(seeds, { minLength: 5, maxLength: 40, size: 'max' }),
    moves: fc.array(moves, { maxLength: 6 }),
    reader: fc.nat({ max: 3 }),
    questions: fc.array(questions, { minLength: 4, maxLength: 4 }),
  });
  let nRowsSeen = 0;
  const check = async (sample: typeof company extends fc.Arbitrary<infer Value> ? Value : never) => {
    await database.wipe();
    const founded = await foundCompany(database.db);
    await register(database.db, founded, sample.seeds);
    const registered: Activity[] = await database.db('activities').orderBy('id');
    on.setClock(NOW);
    for (const move of sample.moves) await live(on, registered, founded.people, move);
    const all: Activity[] = await database.db('activities').orderBy('id');

    const reader = founded.people[sample.reader] as Person;
    const absent = founded.people[(sample.reader + 1) % founded.people.length] as Person;
    const read = async <Input, Result>(useCase: UseCase<Input, Result>, input: Input) => {
      const actor = { ...reader, channel: 'web', substitutesFor: [{ ...absent, name: 'Ausente' }] } as const;
      return (await on.core.perform({ useCase, actor, channel: 'web', input, effect: 'reads' })).result;
    };
    const comments: StandingComment[] = await database.db('comments').whereNull('canceledAt').select('activityId', 'body');
    const oracle = recount(founded, all, { readerId: reader.id, absentId: absent.id }, TODAY, comments, await importedIds(database.db));

    for (const one of sample.questions) {
      const question = questionOf(one, founded) as Parameters<typeof countFacets>[0]['input'];
      const { sort, pageSize } = one;
      const [list, scope] =
        one.list === 'listed' ? ([listAllActivities, 'company'] as const) : ([listAssignedByMe, 'assignedByMe'] as const);
      const expected = oracle.rows({ ...(question as Question), scope });
      const first = await read(list, { ...question, page: 1, pageSize, sort });
      assert('total' in first);
      assert.equal(first.total, expected.length);
      assert.equal(first.late, oracle.late(expected));
      const paged: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / pageSize); page++)
        paged.push(...(await rowsOf(await read(list, { ...question, page, pageSize, sort }))).map(({ id }) => id));
      assert.deepEqual(paged, oracle.sorted(expected, sort));
      const whole = (await rowsOf(await read(list, question))).map(({ id }) => id);
      const isByUrgency = scope === 'assignedByMe' || question.reportStatuses?.length === 0;
      if (isByUrgency && expected.every(({ status }) => isOpen(status))) assert.deepEqual(whole, oracle.sorted(expected, byUrgency));
      assert.deepEqual(
        whole.toSorted((a, b) => a - b),
        expected.map(({ id }) => id).toSorted((a, b) => a - b),
      );
      nRowsSeen += expected.length;
      compareWithDomain(await rowsOf(await read(list, { ...question, page: 1, pageSize: 200, sort: byUrgency })), first.late);

      const marks = { company: {}, assignedByMe: { isAssigned: true }, mine: { isOwn: true }, substituted: { isSubstituted: true } }[
        one.scope
      ];
      const { hasMore, ...groups } = await read(countFacets, { ...question, ...marks });
      assert.equal(hasMore, false);
      const facets: Record<string, readonly { id?: number; name: string; total: number }[]> = groups;
      const facetCounts = Object.entries(facets).map(([group, values]) => [
        group,
        Object.fromEntries(values.map((value) => [value.id ?? value.name, value.total])),
      ]);
      assert.deepEqual(Object.fromEntries(facetCounts), oracle.facets({ ...(question as Question), scope: one.scope }));

      const range = { from: one.from, to: one.to };
      const cards = await read(readCompanyFigures, range);
      assert.deepEqual(cards, oracle.cards('company', one.from, one.to));
      const complianceGroups = await read(readComplianceGroups, range);
      const sumOf = (key: 'total' | 'finished') => complianceGroups.departments.reduce((sum, department) => sum + department[key], 0);
      assert.deepEqual([sumOf('total'), sumOf('finished')], [cards.total, cards.finished]);
      assert.deepEqual(complianceGroups, oracle.complianceGroups(one.from, one.to));
      for (const scope of ['company', 'assignedByMe'] as const) {
        const asksFor = { isAssigned: scope === 'assignedByMe', departments: question.departments ?? [] };
        const { people } = await read(readPeopleLoad, asksFor);
        assert.deepEqual(people, oracle.load(scope, asksFor.departments));
        const assignees = founded.people.slice(0, 2).map(({ id }) => id);
        const { people: peopleLoad } = await read(readPeopleLoad, { ...asksFor, assignees });
        assert.deepEqual(peopleLoad, oracle.load(scope, asksFor.departments, assignees));
      }
      const ownCards = await read(readAssignedFigures, range);
      assert.deepEqual(ownCards, oracle.cards('assignedByMe', one.from, one.to));
      assert.ok(compliance(cards.finished, cards.total) <= 100);
    }
    const oldest = all
      .filter(({ verifiedAt, canceledAt }) => !verifiedAt && !canceledAt)
      .map(({ createdAt }) => createdAt.getTime() - 21_600_000);
    const expectedOldest = oldest.length ? new Date(Math.min(...oldest)).toISOString().slice(0, 10) : null;
    assert.equal((await read(readFirstPending, {})).oldestOn, expectedOldest);
  };
  await fc.assert(fc.asyncProperty(company, check), { numRuns: deep(1500, 25), seed: deep(undefined, 20_261_120) });
  expect(nRowsSeen).toBeGreaterThan(100);
});
