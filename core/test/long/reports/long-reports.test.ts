import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../seeds/generate.ts';
import { isOpen, statuses } from '../../../src/domain/activities/activity.ts';
import { countedStatuses, filtersIn, noFilters, type Sort, sortColumns } from '../../../src/domain/reports/report.ts';
import { datingIn, type Selection } from '../../../src/persistence/activities/selection.sql.ts';
import { activityReportsOn } from '../../../src/persistence/reports/activity-reports.ts';
import { repositoriesOn } from '../../../src/persistence/repositories.ts';
import { listAllActivities } from '../../../src/use-cases/reports/read-reports.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { day, NOW, TODAY } from '../../factories.ts';
import { ZONE } from '../../stage.ts';

const ACTIVITIES = 300;
const LOOKED = 40;
const PAGE = 7;

let database: TestDatabase;
let whole: ReturnType<typeof activityReportsOn>;
let bounded: ReturnType<typeof activityReportsOn>;
beforeAll(async () => {
  database = await testDatabase();
  await generate(database.db, { activities: ACTIVITIES, people: 20, topics: 5 }, NOW);
  whole = activityReportsOn(database.db, ZONE, { deepOffset: 1_000 });
  bounded = activityReportsOn(database.db, ZONE, { lookedMax: LOOKED, sortedMax: LOOKED, deepOffset: 0 });
}, 60_000);
afterAll(() => database.close());

const finished: Selection = {
  scope: 'company',
  readerId: 1,
  statuses: ['verified'],
  range: null,
  filters: noFilters,
  words: [],
  today: TODAY,
};
const newest: Sort = { column: 'endedAt', isDescending: true };

/** As many pages as an order needs, and one after them. */
async function pagesOf(selection: Selection, sort: Sort, length: number) {
  const pages = Array.from({ length: Math.ceil(length / PAGE) + 1 }, (_, at) => ({ page: at + 1, size: PAGE, sort }));
  const read = [];
  for (const page of pages) read.push(await bounded.page({ ...selection }, page));
  return { ids: read.flatMap(({ rows }) => rows.map(({ id }) => id)), isOfNewest: read.every(({ isOfNewest }) => isOfNewest) };
}
const wholeOrder = async (selection: Selection, sort: Sort) =>
  (await whole.page({ ...selection }, { page: 1, size: ACTIVITIES, sort })).rows;

const due: Selection = { ...finished, statuses: countedStatuses, dating: 'deadline' };
it.each<[string, Selection]>([
  ['all', finished],
  ['filtered', { ...finished, filters: filtersIn({ priorities: ['normal', 'high'] }) }],
  ['without imported work', { ...finished, isMeasured: true }],
  ['late', { ...due, punctuality: ['late'] }],
  ['with open work', { ...finished, statuses }],
])('pages of very much work are of the newest in any order, and of all in the order of their days: %s', async (_, selection) => {
  const ofDays = datingIn(selection);
  const byDay = await wholeOrder(selection, { column: ofDays, isDescending: true });
  const closed = byDay.filter(({ status }) => !isOpen(status));
  const looked = new Set([...byDay.filter(({ status }) => isOpen(status)), ...closed.slice(0, LOOKED)].map(({ id }) => id));
  expect(closed.length).toBeGreaterThan(2 * LOOKED);
  for (const column of sortColumns) {
    for (const isDescending of [false, true]) {
      const sort = { column, isDescending };
      const all = (await wholeOrder(selection, sort)).map(({ id }) => id);
      const isByDay = column === ofDays;
      const expected = isByDay ? all : all.filter((id) => looked.has(id)).slice(0, LOOKED);
      expect(await pagesOf(selection, sort, expected.length), JSON.stringify(sort)).toEqual({ ids: expected, isOfNewest: !isByDay });
    }
  }
});

it('a page in words of the reader is of the newest too, also from the end of the order', async () => {
  for (const [column, isOfNewest] of [
    ['topic', true],
    ['endedAt', false],
  ] as const) {
    for (const page of [1, 3, 6]) {
      const pageRequest = { page, size: PAGE, sort: { column, isDescending: false } };
      const { rows, isOfNewest: isPart } = await bounded.encodedPage({ ...finished }, pageRequest, [{ name: 'activity_id', field: 'id' }]);
      const expected = (await bounded.page({ ...finished }, pageRequest)).rows.map(({ id }) => ({ activity_id: id }));
      expect([JSON.parse(rows.json), isPart]).toEqual([expected, isOfNewest]);
    }
  }
});

it('the reply about very much work has the exact total, and says that the order is of a part', async () => {
  const { length } = await wholeOrder(finished, newest);
  const replyOf = (sort: Sort) =>
    listAllActivities({
      repos: Object.create(repositoriesOn(database.db, ZONE), { activityReports: { value: bounded } }),
      actor: { id: 1 },
      today: TODAY,
      input: { reportStatuses: finished.statuses, page: 1, pageSize: PAGE, sort },
    } as never);
  const counts = { total: length, late: 0, hasMore: false };
  expect(await replyOf({ column: 'topic', isDescending: false })).toMatchObject({ ...counts, isSortedInPart: true });
  expect(await replyOf(newest)).toMatchObject({ ...counts, isSortedInPart: false });
});

it('filters of very much work count the newest and offer what others have', async () => {
  const selection = { ...finished, filters: filtersIn({ priorities: ['high'] }) };
  const { rows } = await whole.page(finished, { page: 1, size: LOOKED, sort: newest });
  const countsOf = (facets: readonly { name: string; total: number }[]) =>
    Object.fromEntries(facets.map(({ name, total }) => [name, total]));
  const { hasMore, assignees, priorities } = await bounded.facets(selection);
  expect(hasMore).toBe(true);
  const expected: Record<string, number> = Object.fromEntries((await whole.facets(finished)).assignees.map(({ name }) => [name, 0]));
  for (const { assigneeFirstName, assigneeLastName, priority } of rows)
    if (priority === 'high')
      expected[`${assigneeFirstName} ${assigneeLastName}`] = (expected[`${assigneeFirstName} ${assigneeLastName}`] ?? 0) + 1;
  expect(countsOf(assignees)).toMatchObject(expected);
  const counted = (word: string) => rows.filter(({ priority }) => priority === word).length;
  expect(countsOf(priorities)).toEqual({ normal: counted('normal'), high: counted('high'), critical: counted('critical') });
  const late: Selection = { ...finished, statuses, dating: 'deadline', punctuality: ['late'] };
  expect((await bounded.facets(late)).hasMore).toBe(true);
  expect((await bounded.facets({ ...late, range: { from: TODAY, to: TODAY } })).hasMore).toBe(false);
  expect((await bounded.facets(finished)).hasMore).toBe(false);
});

it('the total of finished work under filters is that of its rows, of any days', async () => {
  const { topic, department, ownerId, assigneeId } = (await whole.page(finished, { page: 1, size: 1, sort: newest })).rows[0] as never;
  const groups = { topics: [topic], departments: [department], statuses: ['verified' as const], priorities: ['high' as const] };
  const { topics, departments, priorities } = groups;
  const some = [
    ...Object.entries({ ...groups, owners: [ownerId], assignees: [assigneeId] }).map(([group, values]) => ({ [group]: values })),
    { topics, priorities },
    { departments, priorities, statuses: groups.statuses },
    { owners: [ownerId], statuses: groups.statuses },
    { assignees: [assigneeId], priorities },
  ];
  for (const filters of some) {
    for (const range of [null, { from: day('2023-05-10'), to: day('2026-08-20') }]) {
      const selection = { ...finished, range, filters: filtersIn(filters) };
      const { rows } = await whole.page(selection, { page: 1, size: ACTIVITIES, sort: newest });
      expect(await whole.count(selection), JSON.stringify(filters)).toEqual({ total: rows.length, late: 0, hasMore: false });
    }
  }
});
