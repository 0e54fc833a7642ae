import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { deep } from '../../deep.ts';
import { lives } from './life.ts';
import { rules } from './model.ts';
import { life } from './plans.ts';

const LIVES = deep(2_000, 75);
const STEPS = 25;
const REFUSALS = [
  'session.missing',
  'input.invalid',
  'activity.unknown',
  'activity.forbidden',
  'activity.untimely',
  'activity.duplicate',
  'activity.incomplete',
  'activity.ownNotReminded',
  'activity.alreadyReminded',
  'activity.unchanged',
  'activity.ownDelivery',
  'absence.overlap',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it(`${LIVES} random lives go as the rules say, to the last row`, { timeout: 600_000 }, async () => {
  const { live, counts } = await lives(database.db);
  await fc.assert(fc.asyncProperty(life(STEPS), live), {
    numRuns: LIVES,
    // The short form has a fixed seed, because few random lives may lack a rare act.
    seed: deep(undefined, 20_261_120),
  });

  // Lives in which nothing happens would prove nothing.
  const expected = [
    ...Object.keys(rules),
    'register',
    'assignMany',
    'one of many',
    'refusal among many',
    'repeat',
    'again',
    'cancelComment',
    'amend',
    'reassign',
    'leave',
    'return',
    'for another',
    'topic of another',
    'activity.alreadyExtended',
    ...REFUSALS,
  ];
  expect(expected.filter((what) => (counts.get(what) ?? 0) < LIVES / 100)).toEqual([]);
});
