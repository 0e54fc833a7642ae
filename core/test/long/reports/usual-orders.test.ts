import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../seeds/generate.ts';
import { openStatuses, type Status } from '../../../src/domain/activities/activity.ts';
import { countedStatuses, noFilters } from '../../../src/domain/reports/report.ts';
import { normalise } from '../../../src/domain/text.ts';
import type { Selection } from '../../../src/persistence/reports/selection.sql.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { day, NOW, TODAY } from '../../factories.ts';
import { explaining } from '../../reports/plans.ts';
import { ZONE } from '../../stage.ts';

const ACTIVITIES = 25_000;
const sinceOldest = { from: day('2022-11-20'), to: day('2026-11-20') };

let database: TestDatabase;
let on: ReturnType<typeof explaining>;
let of: (scope: Selection['scope'], statuses: readonly Status[]) => Selection;

beforeAll(async () => {
  database = await testDatabase();
  await generate(database.db, { activities: ACTIVITIES }, NOW);
  await settled();
  on = explaining(database.db, ZONE);
  const [busiest] = await database.db('activities').groupBy('ownerId').orderByRaw('count(*) desc').limit(1).select('ownerId');
  const all = { readerId: busiest.ownerId, filters: noFilters, words: [], today: TODAY, range: sinceOldest };
  of = (scope, statuses) => ({ ...all, scope, statuses });
}, 120_000);
afterAll(() => database?.close());

/** A reader during the vacuum prevents the mark "visible to all", so the vacuum runs again. */
async function settled() {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await database.db.raw(`select relallvisible >= relpages as is_visible from pg_class where relname = 'activities'`);
    if (rows[0].isVisible) return;
    await setTimeout(500);
    await database.db.raw('vacuum activities');
  }
}

it('fills a database with consistent activities', async () => {
  const sample = await database.db('activities').whereRaw('id % 997 = 0').select('description', 'descriptionKey');
  for (const { description, descriptionKey } of sample) expect(descriptionKey).toBe(normalise(description));
  const [open] = await database.db('activities').where('isOpen', true).count('* as total');
  expect(Number(open?.total) / ACTIVITIES).toBeCloseTo(0.1, 1);
});

it.each<[string, Selection['scope'], readonly Status[], 'urgency' | 'endedAt' | 'createdAt' | 'deadline']>([
  ['pending', 'company', openStatuses, 'urgency'],
  ['finished', 'company', ['verified'], 'endedAt'],
  ['all', 'company', countedStatuses, 'createdAt'],
  ['assigned', 'assignedByMe', countedStatuses, 'createdAt'],
  ['due', 'company', countedStatuses, 'deadline'],
])('the page in the order people find it is read in that order, not sorted: %s', async (_, scope, statuses, column) => {
  const selection: Selection = { ...of(scope, statuses), dating: column === 'deadline' ? 'deadline' : undefined };
  const sort = { column, isDescending: column !== 'urgency' };
  const [page] = await on.explain((from) => from.page(selection, { page: 1, size: 5, sort }));
  expect(Math.max(...(page?.reads ?? []).map(({ rows }) => rows)), page?.sql).toBeLessThanOrEqual(20);
});

it('figures of closed work read narrow indexes alone', async () => {
  const everything = of('company', countedStatuses);
  const closed = of('company', ['verified']);
  const asks: Record<string, Parameters<typeof on.explain>[0]> = {
    cards: (from) => from.countByStatus(everything),
    departments: (from) => from.countByDepartment(everything),
    weeks: (from) => from.countByDeadline({ ...everything, dating: 'deadline' }),
    punctuality: (from) => from.countPunctuality({ ...everything, dating: 'deadline' }),
    total: (from) => from.count(closed),
    filters: (from) => from.facets(closed),
  };
  for (const [name, ask] of Object.entries(asks)) {
    for (const { reads, sql } of await on.explain(ask)) {
      const whole = reads.filter(({ by }) => !by.startsWith('activities_')).reduce((sum, { rows }) => sum + rows, 0);
      // Open work is a tenth, whose rows are read whole.
      expect(whole, `${name}: ${sql}`).toBeLessThan(ACTIVITIES / 5);
    }
  }
});
