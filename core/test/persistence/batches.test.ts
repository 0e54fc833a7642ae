import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noFilters } from '../../src/domain/reports/report.ts';
import { activityViewsOn } from '../../src/persistence/activities/activity-views.ts';
import { activityReportsOn } from '../../src/persistence/reports/activity-reports.ts';
import type { Selection } from '../../src/persistence/reports/selection.sql.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW, TODAY } from '../factories.ts';
import { ZONE } from '../stage.ts';

const SIZE = 3;
let database: TestDatabase;
let assigneeId: number;
let folios: number[];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Ten open activities, due on the first ten days of November, with two of them on each even day. */
beforeEach(async () => {
  await database.wipe();
  const make = given(database.db);
  const assignee = await make.person();
  folios = [];
  for (let index = 0; index < 10; index++) {
    const dueOn = day(`2026-11-${String(1 + index - (index % 2)).padStart(2, '0')}`);
    folios.push((await make.activity({ assignee, dueOn })).id);
  }
  assigneeId = assignee.id;
});

/** Reads all batches. After the first, `change` alters its last activity, from which the second continues. */
async function readChanged(batches: AsyncGenerator<{ id: number }[]>, change: (id: number) => Promise<unknown>): Promise<number[]> {
  const read: number[] = [];
  for await (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(SIZE);
    const isFirst = read.length === 0;
    read.push(...batch.map(({ id }) => id));
    if (isFirst) await change(read.at(-1) as number);
  }
  return read;
}
const changing = (values: object) => (id: number) => database.db('activities').where({ id }).update(values);

const extended = { extendedTo: day('2026-12-24'), extensionReason: 'Falta material' };

it.each([
  ['its extension', extended, 0],
  ['an earlier deadline, which brings it again', { dueOn: day('2026-10-01') }, 1],
])('a list by deadline misses nothing when the last activity read gets %s', async (_, values, nAgain) => {
  const selection: Selection = {
    scope: 'company',
    readerId: 0,
    statuses: ['not_started'],
    dating: 'deadline',
    range: null,
    filters: noFilters,
    words: [],
    today: TODAY,
  };
  const read = await readChanged(activityReportsOn(database.db, ZONE).batches(selection, SIZE), changing(values));
  expect(read.slice(0, 10)).toEqual(folios.toReversed());
  expect(read).toHaveLength(10 + nAgain);
});

it.each([
  ['a later deadline, which brings it again', extended, 1],
  ['its end', { status: 'canceled', canceledAt: NOW }, 0],
])('the own pending list misses nothing when the last activity read gets %s', async (_, values, nAgain) => {
  const read = await readChanged(activityViewsOn(database.db).listPending(assigneeId, SIZE), changing(values));
  expect(read.slice(0, 10)).toEqual(folios);
  expect(read).toHaveLength(10 + nAgain);
});
