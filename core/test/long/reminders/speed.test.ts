import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/calendar.ts';
import { repositoriesOn } from '../../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { deep, expectWithin, findQuickest, isDeep } from '../../deep.ts';
import { NOW, TODAY } from '../../factories.ts';
import { ZONE } from '../../stage.ts';
import { generateOpen } from './generate-open.ts';

const ACTIVITIES = deep(1_000_000, 15_000);
/** Due within a week, or since two days. */
const DUE = 4_000;
/** Open work that nobody closes, announced months ago. */
const OVERDUE = deep(100_000, 5_000);
const RUN_MS = 1_000;

let database: TestDatabase;
let remindedBefore: number;
beforeAll(
  async () => {
    database = await testDatabase();
    const { db } = database;
    await generateOpen(db, { activities: ACTIVITIES, due: DUE + OVERDUE, overdue: OVERDUE }, NOW);
    remindedBefore = await repositoriesOn(db, ZONE).reminders.remind(addDays(TODAY, -40), addDays(TODAY, -39), NOW);
    await db.raw('vacuum (analyze) outbox');
  },
  deep(600_000, 120_000),
);
afterAll(() => database?.close());

/** Milliseconds and rows of a sweep that leaves nothing behind. */
const measured = (limitMs: number): Promise<{ ms: number; reminderCount: number }> =>
  findQuickest(async () => {
    const trx = await database.db.transaction();
    const began = performance.now();
    const reminderCount = await repositoriesOn(trx, ZONE).reminders.remind(TODAY, addDays(TODAY, 1), NOW);
    const ms = performance.now() - began;
    await trx.rollback();
    return { ms, reminderCount };
  }, limitMs);
const PATIENCE = { timeout: 60_000 };
const report = (what: string, ms: number) => isDeep && console.log(`${what}: ${ms.toFixed(0)} ms`);

it(
  `of ${ACTIVITIES} open activities ${DUE} are due: a sweep takes less than a second, beside ${OVERDUE} announced long ago`,
  PATIENCE,
  async () => {
    expect(remindedBefore).toBeGreaterThanOrEqual(OVERDUE);
    const { ms, reminderCount } = await measured(RUN_MS);
    expect(reminderCount).toBeGreaterThanOrEqual(DUE);
    expect(reminderCount).toBeLessThan(2 * DUE);
    expectWithin(ms, RUN_MS);
    report(`sweep of ${reminderCount}`, ms);
  },
);

it('one with nothing new is as quick, and one on a holiday quicker', PATIENCE, async () => {
  await repositoriesOn(database.db, ZONE).reminders.remind(TODAY, addDays(TODAY, 1), NOW);
  const again = await measured(RUN_MS);
  expect(again.reminderCount).toBe(0);
  expectWithin(again.ms, RUN_MS);
  report('sweep again', again.ms);

  await database.db('holidays').insert({ day: TODAY, name: 'Inhábil' });
  const holiday = await measured(RUN_MS / 10);
  expect(holiday.reminderCount).toBe(0);
  expectWithin(holiday.ms, RUN_MS / 10);
  report('sweep on a holiday', holiday.ms);
});
