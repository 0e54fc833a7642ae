import { describe, expect, it } from 'vitest';
import { countRecentFailures, secondsToWait } from '../../src/domain/account/account.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const tried = (failures: number, ago = 0) => ({ failures, triedAt: secondsAgo(ago) });

describe('after failed logins an unknown device', () => {
  it('waits for nothing up to four of them, then twice as long each time, up to an hour', () => {
    expect(secondsToWait(undefined, NOW)).toBe(0);
    expect([0, 1, 4, 5, 6, 7, 12, 13, 14, 400].map((failures) => secondsToWait(tried(failures), NOW))).toEqual([
      0, 0, 0, 15, 30, 60, 1_920, 3_600, 3_600, 3_600,
    ]);
  });

  it('waits for what is left of it', () => {
    expect([0, 1, 59.5, 60, 3_600].map((ago) => secondsToWait(tried(7, ago), NOW))).toEqual([60, 59, 1, 0, 0]);
  });

  it('begins anew after a day, and where a wrong clock dated the failures later than now', () => {
    expect(countRecentFailures(tried(9, 86_399), NOW)).toBe(9);
    expect(countRecentFailures(tried(9, 86_400), NOW)).toBe(0);
    expect(countRecentFailures(tried(9, -60), NOW)).toBe(0);
    expect(secondsToWait(tried(9, -86_400 * 20), NOW)).toBe(0);
  });
});
