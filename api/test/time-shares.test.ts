import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusalPace } from '../src/http/concurrency-limit.ts';
import { timeShares } from '../src/http/fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fifth = () => timeShares({ share: 1 / 5, burstMs: 100 });

/** Works for so many milliseconds; answers the rest that is due. */
function worked(times: ReturnType<typeof timeShares>, key: string, ms: number): number {
  times.begin(key);
  vi.advanceTimersByTime(ms);
  return times.end(key, ms);
}

it('lets a burst pass, then asks for four times as much rest as there was work', () => {
  const times = fifth();
  expect(worked(times, 'a', 100)).toBe(0);
  // The caller has paid for 100 ms of the first work in this time, at a fifth of their length.
  const due = worked(times, 'a', 100);
  expect(due).toBeCloseTo(400);
  vi.advanceTimersByTime(due);
  expect(worked(times, 'a', 10)).toBeCloseTo(40);
});

it('divides the time of works that run side by side among them', () => {
  const times = fifth();
  for (let count = 0; count < 4; count++) times.begin('a');
  vi.advanceTimersByTime(100);
  // 25 ms of four, 33 of three, 50 of two and 100 of one are 208 ms, 108 of them beyond the burst.
  const due = Array.from({ length: 4 }, () => times.end('a', 100));
  expect(due.slice(0, 2)).toEqual([0, 0]);
  expect(due.at(-1)).toBeCloseTo((25 + 100 / 3 + 50 + 100 - 100) * 5);
});

it('asks one caller for no rest because of another', () => {
  const times = fifth();
  worked(times, 'a', 1_000);
  expect(worked(times, 'b', 50)).toBe(0);
});

it('forgets who has rested, and nobody who is at work', () => {
  const times = fifth();
  worked(times, 'a', 100);
  times.begin('b');
  vi.advanceTimersByTime(499);
  expect(times.size()).toBe(2);
  vi.advanceTimersByTime(2);
  expect(times.size()).toBe(1);
});

it('lets refusals of one caller leave one after another, no later than ten seconds, and nobody else wait', () => {
  const paceMs = refusalPace();
  expect([paceMs('a', 0), paceMs('a', 0), paceMs('a', 1_000), paceMs('a', 1_000)]).toEqual([0, 20, 1_000, 1_020]);
  for (let count = 0; count < 1_000; count++) paceMs('a', 0);
  expect([paceMs('a', 0), paceMs('b', 0)]).toEqual([10_000, 0]);
  vi.advanceTimersByTime(20_000);
  expect(paceMs('a', 0)).toBe(0);
});
