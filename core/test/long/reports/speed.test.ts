import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../seeds/generate.ts';
import { openStatuses, type Status } from '../../../src/domain/activities/activity.ts';
import { type SearchWord, searchTermsIn, searchWordsIn } from '../../../src/domain/activities/search.ts';
import { punctualities } from '../../../src/domain/reports/punctuality.ts';
import { countedStatuses, noFilters, sortColumns } from '../../../src/domain/reports/report.ts';
import { normalise } from '../../../src/domain/text.ts';
import { activitySearchOn } from '../../../src/persistence/activities/activity-search.ts';
import type { Selection } from '../../../src/persistence/activities/selection.sql.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { deep, expectWithin, isDeep, quickestOf } from '../../deep.ts';
import { day, NOW, TODAY } from '../../factories.ts';
import { type ExplainedPlan, explaining } from '../../reports/plans.ts';
import { ZONE } from '../../stage.ts';

const ACTIVITIES = deep(1_000_000, 25_000);
/** The limits for a million, in ms of PostgreSQL's own time. The short form has a fortieth of the rows and other tests beside it. */
const PAGE_MS = 50;
const FACETS_MS = 300;
const SEARCH_MS = 50;
const FILLED_MS = 120_000;

let database: TestDatabase;
let on: ReturnType<typeof explaining>;
let reports: Record<'pending' | 'finished' | 'assigned', Selection>;
let filledMs: number;

beforeAll(
  async () => {
    database = await testDatabase();
    const began = performance.now();
    await generate(database.db, { activities: ACTIVITIES }, NOW);
    filledMs = performance.now() - began;
    await settled();
    on = explaining(database.db, ZONE);

    const [busiest] = await database.db('activities').groupBy('ownerId').orderByRaw('count(*) desc').limit(1).select('ownerId');
    const all = { readerId: busiest.ownerId, filters: noFilters, words: [], today: TODAY };
    const of = (scope: Selection['scope'], statuses: readonly Status[], range: Selection['range']) => ({ ...all, scope, statuses, range });
    reports = {
      pending: of('company', openStatuses, sinceOldest),
      finished: of('company', ['verified'], month),
      assigned: of('assignedByMe', countedStatuses, sinceOldest),
    };
  },
  deep(600_000, 120_000),
);
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

const quickest = (ask: Parameters<typeof on.explain>[0], limitMs: number): Promise<ExplainedPlan> =>
  quickestOf(async () => together(await on.explain(ask)), limitMs);
/** All statements of an answer. */
const together = (explained: readonly ExplainedPlan[]): ExplainedPlan => ({
  sql: explained.map(({ sql }) => sql).join(';'),
  ms: explained.reduce((sum, { ms }) => sum + ms, 0),
  reads: explained.flatMap(({ reads }) => reads),
  nSorted: Math.max(...explained.map(({ nSorted }) => nSorted)),
});
const month = { from: day('2026-10-20'), to: day('2026-11-20') };
const sinceOldest = { from: day('2022-11-20'), to: day('2026-11-20') };
const millisecondsText = (ms: number) => ms.toFixed(1).padStart(7);

it('fills a database with consistent activities, a million in under two minutes', async () => {
  expectWithin(filledMs, FILLED_MS);
  const sample = await database.db('activities').whereRaw('id % 997 = 0').select('description', 'descriptionKey');
  for (const { description, descriptionKey } of sample) expect(descriptionKey).toBe(normalise(description));
  const [open] = await database.db('activities').whereIn('status', openStatuses).count('* as total');
  expect(Number(open?.total) / ACTIVITIES).toBeCloseTo(0.1, 1);
  if (isDeep) console.log(`${ACTIVITIES} activities in ${Math.round(filledMs / 1000)} s`);
});

it.each(['pending', 'finished', 'assigned'] as const)(
  'the first page of the %s report is quick by any column, either way, from narrow indexes alone',
  async (name) => {
    const lines = [];
    for (const column of sortColumns) {
      // Only a person's own history has this column.
      if (column === 'closed') continue;
      // Only closed work has ended: the other reports have no such column.
      if (name !== 'finished' && (column === 'endedAt' || column === 'daysTaken')) continue;
      const [up, down] = [false, true].map((isDescending) => ({ page: 1, size: 200, sort: { column, isDescending } }));
      const runs = [];
      for (const page of [up, down])
        runs.push(await quickest((from) => from.page(reports[name], page as NonNullable<typeof page>), PAGE_MS));
      for (const { ms, reads, sql } of runs) {
        expectWithin(ms, PAGE_MS, sql);
        expect(
          reads.map(({ by }) => by),
          sql,
        ).not.toContain('Seq Scan');
        // Whole rows are read of what is on the page; by description alone PostgreSQL may look at a month of finished ones.
        const wide = reads.filter(({ by }) => by === 'activities_pkey' || by === 'Bitmap Heap Scan').map(({ rows }) => rows);
        if (column !== 'description') expect(Math.max(0, ...wide), sql).toBeLessThanOrEqual(200);
      }
      lines.push(`${name.padEnd(9)} ${column.padEnd(12)} ${runs.map(({ ms }) => millisecondsText(ms)).join('')}`);
    }
    const total = await quickest((from) => from.count(reports[name]), PAGE_MS);
    expectWithin(total.ms, PAGE_MS);
    if (isDeep)
      console.log([`${name}, first 200 rows: ms up, ms down`, ...lines, `${name} total ${millisecondsText(total.ms)}`].join('\n'));
  },
  deep(300_000, 60_000),
);

it('the page in the order people find it is read in that order, and sorts nothing', { timeout: 120_000 }, async () => {
  for (const [name, column] of [
    ['pending', 'urgency'],
    ['finished', 'endedAt'],
    ['assigned', 'createdAt'],
  ] as const) {
    const page = { page: 1, size: 5, sort: { column, isDescending: column !== 'urgency' } };
    const { nSorted, reads } = await quickest((from) => from.page(reports[name], page), PAGE_MS);
    expect(nSorted, name).toBeLessThanOrEqual(5);
    expect(Math.max(...reads.map(({ rows }) => rows)), name).toBeLessThanOrEqual(10);
  }
});

it('facets are quick, under filters and a search too', { timeout: 120_000 }, async () => {
  const filters = { ...noFilters, departments: ['Calidad', 'Ventas'], priorities: ['high' as const], owners: [reports.pending.readerId] };
  const selections: Record<string, Selection> = {
    ...reports,
    'pending filtered': { ...reports.pending, filters },
    'pending, what is late or rejected': { ...reports.pending, filters: { ...noFilters, urgencies: ['late', 'rejected'] } },
    'pending searched': { ...reports.pending, words: searchWordsIn('100 %') },
  };
  for (const [name, selection] of Object.entries(selections)) {
    const { ms, sql } = await quickest((from) => from.facets(selection), FACETS_MS);
    expectWithin(ms, FACETS_MS, sql);
    if (isDeep) console.log(`facets, ${name}: ${millisecondsText(ms)} ms of ${(await on.reports.count(selection)).total} activities`);
  }
});

it('cards, the oldest open day and a rare word are quick', { timeout: 120_000 }, async () => {
  const rare = { ...reports.pending, words: searchWordsIn('orden 98765') };
  const everything = { ...reports.assigned, scope: 'company' as const, range: sinceOldest };
  const firstPage = { page: 1, size: 25, sort: { column: 'urgency', isDescending: false } } as const;
  const byDeadline = { page: 1, size: 25, sort: { column: 'deadline', isDescending: true } } as const;
  const asks: Record<string, Parameters<typeof on.explain>[0]> = {
    'cards of the company since the oldest open': (from) => from.countByStatus(everything),
    'cards of the company, a month': (from) => from.countByStatus({ ...everything, range: reports.finished.range }),
    'urgency of the company since the oldest open': (from) => from.countUrgencies(everything),
    'urgency of what the busiest owner assigned': (from) => from.countUrgencies(reports.assigned),
    'open work by person': (from) => from.countByPerson({ ...reports.pending, range: null }),
    'open work by person, of the busiest owner': (from) => from.countByPerson({ ...reports.pending, scope: 'assignedByMe', range: null }),
    'work done this month by person': (from) =>
      from.countByPerson({ ...reports.finished, range: { from: day('2026-11-01'), to: TODAY }, isMeasured: true }),
    'the first page of what is late': (from) =>
      from.page({ ...reports.pending, filters: { ...noFilters, urgencies: ['late'] } }, firstPage),
    'the first page of what was rejected': (from) =>
      from.page({ ...reports.pending, filters: { ...noFilters, urgencies: ['rejected'] } }, firstPage),
    'the first page of what the busiest owner assigned and is open': (from) =>
      from.page({ ...reports.assigned, statuses: openStatuses }, firstPage),
    'departments since the oldest open': (from) => from.countByDepartment(everything),
    'weeks since the oldest open': (from) => from.countByDeadline({ ...everything, dating: 'deadline' }),
    'departments, a month': (from) => from.countByDepartment({ ...everything, range: month }),
    'weeks, a month': (from) => from.countByDeadline({ ...everything, dating: 'deadline', range: month }),
    'weeks, since ever and for ever': (from) =>
      from.countByDeadline({ ...everything, dating: 'deadline', range: { from: day('1900-01-01'), to: day('9999-12-31') } }),
    'punctuality, a month': (from) => from.countPunctuality({ ...everything, dating: 'deadline', range: month }),
    'the first page of late deliveries by deadline, a month': (from) =>
      from.page({ ...everything, dating: 'deadline', range: month, punctuality: ['late'] }, byDeadline),
    'the first page of what was due by deadline, a month': (from) =>
      from.page({ ...everything, dating: 'deadline', range: month, punctuality: punctualities }, byDeadline),
    'cards of the busiest owner': (from) => from.countByStatus(reports.assigned),
    'oldest open day': (from) => from.oldestOpen('company', 0, TODAY),
    'a rare word': (from) => from.page(rare, { page: 1, size: 5, sort: { column: 'owner', isDescending: false } }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    const { ms, reads, sql } = await quickest(ask, FACETS_MS);
    expectWithin(ms, FACETS_MS, sql);
    expect(
      reads.map(({ by }) => by),
      sql,
    ).not.toContain('Seq Scan');
    if (isDeep) console.log(`${name}: ${millisecondsText(ms)} ms`);
  }
});

it('figures of the company look at no activities but those of the ends of their range', { timeout: 120_000 }, async () => {
  const everything = { ...reports.assigned, scope: 'company' as const, range: sinceOldest };
  const asks: Record<string, Parameters<typeof on.explain>[0]> = {
    cards: (from) => from.countByStatus(everything),
    urgency: (from) => from.countUrgencies(everything),
    departments: (from) => from.countByDepartment(everything),
    weeks: (from) => from.countByDeadline({ ...everything, dating: 'deadline' }),
    'total of open work': (from) => from.count(reports.pending),
    'total of finished work': (from) => from.count({ ...reports.finished, range: null }),
    'filters of open work': (from) => from.facets(reports.pending),
    'filters of finished work': (from) => from.facets({ ...reports.finished, range: null }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    const { reads, sql } = await quickest(ask, PAGE_MS);
    // Open work of the whole range begins with the oldest; closed work of its first month is looked at.
    const looked = reads.reduce((sum, { rows }) => sum + rows, 0);
    expect(looked, `${name}: ${sql}`).toBeLessThan(ACTIVITIES / 50);
  }
});

it('a search is quick, for any words and any reader', { timeout: 120_000 }, async () => {
  const search = activitySearchOn(database.db);
  const employees = database.db('activities').join('users', 'users.id', 'assigneeId').where('position', 'ANALISTA');
  const [busy] = await employees.groupBy('assigneeId').orderByRaw('count(*) desc').limit(1).select('assigneeId');
  const seekers = { everybody: { userIds: [], seesAll: true }, 'one person': { userIds: [busy.assigneeId], seesAll: false } };
  for (const text of ['valvula', 'la', 'qq', 'zzzz', 'orden 98765', '98765', 'orden 7', 'revisar la valvula de alivio antes'])
    for (const [who, seeker] of Object.entries(seekers)) {
      const { ms } = await quickestOf(async () => {
        const explained = await on.explain(() => search.find(searchTermsIn(text) as SearchWord[], seeker));
        return { ms: explained.reduce((total, each) => total + each.ms, 0) };
      }, SEARCH_MS);
      expectWithin(ms, SEARCH_MS, text);
      if (isDeep) console.log(`search of ${who}, «${text}»: ${millisecondsText(ms)} ms`);
    }
});
