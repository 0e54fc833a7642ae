import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashPassword, isPassword } from '../../src/secrets/password-hash.ts';

const CHEAP = { memory: 1_024, passes: 1, parallelism: 1 };
const refused = { reason: { refusal: { code: 'session.tooManyTries', retryAfterSeconds: 5 } } };

/** When nothing is under way any more: the first comparison of all makes a hash to compare strangers with. */
async function aHash(): Promise<string> {
  const stored = await hashPassword('demo1234', CHEAP);
  expect(await isPassword('demo1234', null)).toBe(false);
  await setImmediate();
  return stored;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

it('some fifty wait; the others are asked to come back', async () => {
  const stored = await aHash();
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword('demo1234', stored)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(51);
  for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) expect(outcome).toMatchObject(refused);
});

it('a person who has waited five seconds is asked to come back, and costs nothing more', async () => {
  const stored = await aHash();
  const checks = Promise.allSettled([1, 2, 3].map(() => isPassword('demo1234', stored)));
  // As long as no hash can end, and long enough that two have begun.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  vi.advanceTimersByTime(5_001);
  expect(await checks).toMatchObject([{ value: true }, { value: true }, refused]);
});

it('of unknown people two are served at a time; after a flood of wrong passwords one, until ten seconds later', async () => {
  const stored = await aHash();
  /** How many of three begin before five seconds are over. */
  async function begun(): Promise<number> {
    const outcomes = Promise.allSettled([1, 2, 3].map(() => isPassword('demo1234', stored, 'unknown')));
    for (let turn = 0; turn < 40; turn++) await Promise.resolve();
    vi.advanceTimersByTime(5_001);
    return (await outcomes).filter(({ status }) => status === 'fulfilled').length;
  }
  expect(await begun()).toBe(2);
  for (let guess = 0; guess < 20; guess++) expect(await isPassword('equivocada', stored, 'unknown')).toBe(false);
  expect(await begun()).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(await begun()).toBe(2);
});

it('known people are served before unknown ones who came earlier, and have places of their own', async () => {
  const stored = await aHash();
  const served: string[] = [];
  const ask = async (name: string, priority: 'known' | 'unknown') => {
    const isRight = await isPassword('demo1234', stored, priority);
    served.push(name);
    return isRight;
  };
  const flood = Promise.allSettled(Array.from({ length: 120 }, () => ask('flood', 'unknown')));
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  const honest = await Promise.allSettled(Array.from({ length: 20 }, () => ask('honest', 'known')));
  expect(honest.map(({ status }) => status)).toEqual(honest.map(() => 'fulfilled'));
  // Those of the flood whose turn had begun, and no others.
  expect(served.filter((name) => name === 'flood').length).toBeLessThanOrEqual(4);
  const ends = await flood;
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(53);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject(refused);
});
