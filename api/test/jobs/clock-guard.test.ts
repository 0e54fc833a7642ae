import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ClockJump } from '@bitacora/core/domain/admin/health';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { type ClockGuardDependencies, createClockGuard, readBootMemory } from '../../src/monitoring/clock-guard.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BOOTED = Date.parse('2026-11-20T12:00:00Z');

let uptimeMs: number;
/** How far the machine's clock is from the right one, and the database's. */
let wrongMs: number;
let databaseWrongMs: number;
let sentences: string[];
let requestCount: number;
beforeEach(() => {
  [uptimeMs, wrongMs, databaseWrongMs, sentences, requestCount] = [2 * HOUR, 0, 0, [], 0];
});
const folder = mkdtempSync(path.join(os.tmpdir(), 'bitacora-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));

function guard(more: Partial<ClockGuardDependencies> = {}) {
  const log = { info: (_: unknown, text: string) => sentences.push(text), warn: (_: unknown, text: string) => sentences.push(text) };
  return createClockGuard({
    clock: () => new Date(BOOTED + uptimeMs + wrongMs),
    databaseNow: async () => {
      requestCount += 1;
      return new Date(BOOTED + uptimeMs + databaseWrongMs);
    },
    uptimeMs: () => uptimeMs,
    log: log as never,
    ...more,
  });
}
const pass = (ms: number) => {
  uptimeMs += ms;
};
const jump = (ms: number) => {
  wrongMs += ms;
  databaseWrongMs += ms;
};

it('acts at once, after a sleep of days, and after every correction of less than an hour', async () => {
  const { mayAct, isSteady } = guard();
  expect(await mayAct()).toBe(true);
  pass(3 * DAY);
  expect([isSteady(), await mayAct()]).toEqual([true, true]);
  for (let n = 0; n < 5; n++) {
    jump(59 * MINUTE);
    pass(SECOND);
    expect([isSteady(), await mayAct()]).toEqual([true, true]);
  }
  expect(sentences).toEqual([]);
});

it.each([20 * DAY, -20 * DAY, 61 * MINUTE])(
  'waits when the clock of the whole machine jumps by %d ms, and acts soon after it is back',
  async (ms) => {
    const { mayAct, isSteady } = guard();
    await mayAct();
    jump(ms);
    expect(isSteady()).toBe(false);
    for (let n = 0; n < 37; n++, pass(2 * SECOND)) expect([await mayAct(), isSteady()]).toEqual([false, false]);
    jump(-ms);
    expect(await mayAct()).toBe(false);
    pass(4 * SECOND);
    expect(await mayAct()).toBe(false);
    pass(2 * SECOND);
    expect([await mayAct(), isSteady()]).toEqual([true, true]);
    expect(sentences).toEqual(['clock in doubt: jobs wait', 'clock believed again: jobs go on']);
  },
);

it('believes a clock that stays corrected, as after a resumed snapshot, when two readings ten minutes apart agree', async () => {
  const { mayAct } = guard();
  await mayAct();
  jump(2 * DAY);
  for (let n = 0; n <= 10; n++, pass(MINUTE - 1)) expect(await mayAct()).toBe(false);
  pass(MINUTE);
  expect(await mayAct()).toBe(true);
});

it('a clock that keeps jumping is not believed', async () => {
  const { mayAct } = guard();
  await mayAct();
  for (let n = 0; n < 40; n++) {
    jump(2 * DAY);
    pass(9 * MINUTE);
    expect(await mayAct()).toBe(false);
  }
});

it.each([
  ['this machine', () => (wrongMs = 20 * DAY)],
  ['the database', () => (databaseWrongMs = -20 * DAY)],
])('waits for as long as the clocks of %s and the other differ, from the first moment', async (_, differ) => {
  differ();
  const { mayAct } = guard();
  for (let n = 0; n < 20; n++, pass(5 * MINUTE)) expect(await mayAct()).toBe(false);
  [wrongMs, databaseWrongMs] = [0, 0];
  await mayAct();
  pass(6 * SECOND);
  expect(await mayAct()).toBe(true);
});

it('notes what the clock showed around a jump, once and before the jobs go on', async () => {
  const jumps: [string, string][][] = [];
  let isAway = true;
  const noteJump = async ({ spans }: ClockJump) => {
    if (isAway) throw new Error('database away');
    jumps.push(spans.map(({ from, to }) => [from.toISOString(), to.toISOString()]));
  };
  const { mayAct, isSteady } = guard({ noteJump });
  await mayAct();
  pass(10 * SECOND);
  jump(20 * DAY);
  for (let n = 0; n < 6; n++, pass(10 * SECOND)) expect(await mayAct()).toBe(false);
  jump(-20 * DAY);
  expect(await mayAct()).toBe(false);
  pass(6 * SECOND);
  await expect(mayAct()).rejects.toThrow('database away');
  expect(isSteady()).toBe(false);
  isAway = false;
  expect(await Promise.all([mayAct(), mayAct()])).toEqual([true, true]);
  expect(await mayAct()).toBe(true);
  // Five minutes more on either side, for what waits for its seal.
  expect(jumps).toEqual([
    [
      ['2026-11-20T13:55:00.000Z', '2026-11-20T14:05:10.000Z'],
      ['2026-12-10T13:55:00.000Z', '2026-12-10T14:06:10.000Z'],
      ['2026-11-20T13:56:00.000Z', '2026-11-20T14:06:16.000Z'],
    ],
  ]);
});

it('notes a jump that stays, and none where only the database differs', async () => {
  const noteJump = vi.fn(async () => {});
  const { mayAct } = guard({ noteJump });
  await mayAct();
  databaseWrongMs = 2 * HOUR;
  pass(MINUTE);
  expect(await mayAct()).toBe(false);
  databaseWrongMs = 0;
  await mayAct();
  pass(6 * SECOND);
  expect(await mayAct()).toBe(true);
  expect(noteJump).not.toHaveBeenCalled();
  jump(-3 * DAY);
  await mayAct();
  pass(11 * MINUTE);
  expect(await mayAct()).toBe(true);
  expect(noteJump).toHaveBeenCalledOnce();
});

it('warns once from five minutes of difference to the database, and says when it is over', async () => {
  const { mayAct, aheadMs } = guard();
  expect(aheadMs()).toBeNull();
  for (const [wrong, texts] of [
    [5 * MINUTE - SECOND, 0],
    [-5 * MINUTE, 1],
    [-20 * MINUTE, 1],
    [0, 2],
  ] as const) {
    databaseWrongMs = wrong;
    pass(11 * SECOND);
    expect([await mayAct(), aheadMs(), sentences.length]).toEqual([true, -wrong + 0, texts]);
  }
  expect(sentences).toEqual([
    'clock differs from the database: rows of the history may look backdated',
    'clock agrees with the database again',
  ]);
});

it('queries the database at most every ten seconds', async () => {
  const { mayAct } = guard();
  for (let n = 0; n < 60; n++, pass(SECOND)) expect(await mayAct()).toBe(true);
  expect(requestCount).toBeLessThanOrEqual(6);
});

it('a process that starts while the clock is wrong knows it from the one before, on the same start of the machine', async () => {
  const before = guard({ keepStart: readBootMemory(folder).keepStart });
  expect(await before.mayAct()).toBe(true);
  jump(20 * DAY);
  // Only Linux gives each start of the machine an identity.
  const known = process.platform === 'linux' ? BOOTED : undefined;
  await expect.poll(() => readBootMemory(folder).knownStart).toBe(known);
  const { mayAct } = guard({ knownStart: BOOTED });
  expect(await mayAct()).toBe(false);
});

it('does not act, and says why, while the database does not answer', async () => {
  const { mayAct } = guard({ databaseNow: () => Promise.reject(new Error('away')) });
  await expect(mayAct()).rejects.toThrow('away');
});
