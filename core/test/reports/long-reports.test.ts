import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import { statuses } from '../../src/domain/activity/activity.ts';
import { filtersIn, noFilters, type Sort, sortColumns } from '../../src/domain/reports/report.ts';
import { activityReportsOn } from '../../src/persistence/activity-reports.ts';
import type { Selection } from '../../src/persistence/selection.sql.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, NOW, TODAY } from '../factories.ts';
import { ZONE } from '../stage.ts';

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
  bounded = activityReportsOn(database.db, ZONE, { lookedMax: LOOKED, deepOffset: 0 });
}, 60_000);
afterAll(() => database.close());

const finished: Selection = {
  ...{ scope: 'company', readerId: 1, statuses: ['verified'], range: null, filters: noFilters, words: [], today: TODAY },
};
const newest: Sort = { column: 'endedAt', isDescending: true };

async function pagesOf(selection: Selection, sort: Sort) {
  const read = [];
  for (let page = 1; ; page++) {
    const { rows, isOfNewest } = await bounded.page({ ...selection }, { page, size: PAGE, sort });
    read.push(...rows.map(({ id }) => id));
    if (rows.length < PAGE) return { ids: read, isOfNewest };
  }
}

it.each([
  ['all', noFilters],
  ['filtered', filtersIn({ priorities: ['normal', 'high'] })],
])('pages of very much finished work are of the newest in any order, and of all in the order of their days: %s', async (_, filters) => {
  const selection = { ...finished, filters };
  const all = async (sort: Sort) => (await whole.page({ ...selection }, { page: 1, size: ACTIVITIES, sort })).rows.map(({ id }) => id);
  const looked = new Set((await all(newest)).slice(0, LOOKED));
  expect((await all(newest)).length).toBeGreaterThan(3 * LOOKED);
  for (const column of sortColumns) {
    for (const isDescending of [false, true]) {
      const sort = { column, isDescending };
      const expected = await all(sort);
      const isByDay = column === 'endedAt';
      expect(await pagesOf(selection, sort), JSON.stringify(sort)).toEqual({
        ids: isByDay ? expected : expected.filter((id) => looked.has(id)),
        isOfNewest: !isByDay,
      });
    }
  }
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

it('the total of finished work under one filter is that of its rows, of any days', async () => {
  const { topic, department, ownerId, assigneeId } = (await whole.page(finished, { page: 1, size: 1, sort: newest })).rows[0] as never;
  const groups = { topics: [topic], departments: [department], statuses: ['verified' as const], priorities: ['high' as const] };
  for (const [group, values] of Object.entries({ ...groups, owners: [ownerId], assignees: [assigneeId] })) {
    for (const range of [null, { from: day('2023-05-10'), to: day('2026-08-20') }]) {
      const selection = { ...finished, range, filters: filtersIn({ [group]: values }) };
      const { rows } = await whole.page(selection, { page: 1, size: ACTIVITIES, sort: newest });
      expect(await whole.count(selection), group).toEqual({ total: rows.length, late: 0, hasMore: false });
    }
  }
});
