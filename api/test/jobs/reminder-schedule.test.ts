import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectWithin } from '../../../core/test/deep.ts';
import { reminderSchedule } from '../../src/jobs/scheduled-notifications.ts';

const MINUTE = 60_000;
const latest = (pattern: string, zone: string, after: string, until: string) =>
  reminderSchedule(pattern, zone).latest(new Date(after), new Date(until))?.toISOString().replace('.000Z', 'Z') ?? null;

describe('the latest scheduled moment', () => {
  it.each([
    ['0 8 * * *', '2026-11-19T14:00:00Z', '2026-11-20T13:59:59.999Z', null],
    ['0 8 * * *', '2026-11-19T14:00:00Z', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'],
    ['0 8 * * *', '2026-11-19T14:00:00Z', '2026-11-23T03:00:00Z', '2026-11-22T14:00:00Z'],
    ['30 23 * * *', '2026-11-19T14:00:00Z', '2026-11-21T05:30:00Z', '2026-11-21T05:30:00Z'],
    ['0 8 * * 1-5', '2026-11-20T14:00:00Z', '2026-11-22T20:00:00Z', null],
    ['0 8 * * MON-FRI', '2026-11-20T14:00:00Z', '2026-11-23T14:10:00Z', '2026-11-23T14:00:00Z'],
    ['0 8,13 * * *', '2026-11-20T14:00:00Z', '2026-11-20T23:00:00Z', '2026-11-20T19:00:00Z'],
    ['*/15 9-18 * * *', '2026-11-20T14:00:00Z', '2026-11-21T03:00:00Z', '2026-11-21T00:45:00Z'],
    ['0 8 29 2 *', '2024-02-29T14:00:00Z', '2028-02-28T14:00:00Z', null],
    ['0 8 29 2 *', '2024-02-29T14:00:00Z', '2028-02-29T14:00:00Z', '2028-02-29T14:00:00Z'],
    ['0 8 31 * *', '2026-10-31T14:00:00Z', '2026-12-30T14:00:00Z', null],
    ['0 8 L * *', '2026-10-31T14:00:00Z', '2026-12-30T14:00:00Z', '2026-11-30T14:00:00Z'],
    ['* * * * *', '2026-11-20T14:00:00Z', '2026-11-20T14:00:59Z', null],
    ['* * * * *', '2026-11-20T14:00:00Z', '2026-11-20T14:01:00Z', '2026-11-20T14:01:00Z'],
    ['0 8 * * *', '2026-11-21T14:00:00Z', '2026-11-20T15:00:00Z', null],
  ])('of %s after %s, at %s in Mexico City is %s', (pattern, after, until, moment) => {
    expect(latest(pattern, 'America/Mexico_City', after, until)).toBe(moment);
  });

  it('that clocks skip comes after the gap, and one they show twice comes once', () => {
    const tijuana = (after: string, until: string) => latest('30 2 * * *', 'America/Tijuana', after, until);
    expect(tijuana('2026-03-07T10:30:00Z', '2026-03-08T10:29:00Z')).toBeNull();
    expect(tijuana('2026-03-07T10:30:00Z', '2026-03-08T10:30:00Z')).toBe('2026-03-08T10:30:00Z');
    const twice = (after: string, until: string) => latest('30 1 * * *', 'America/Tijuana', after, until);
    expect(twice('2026-10-31T08:30:00Z', '2026-11-01T08:31:00Z')).toBe('2026-11-01T08:30:00Z');
    for (const until of ['2026-11-01T09:15:00Z', '2026-11-01T09:31:00Z', '2026-11-02T09:29:00Z'])
      expect(twice('2026-11-01T08:30:00Z', until)).toBeNull();
  });

  /** The wall clock, minute by minute, as a person would watch it. */
  function watched(zone: string, hour: number, minute: number, after: number, until: number): string | null {
    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
    const wallTime = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    for (let instant = until - (until % MINUTE); instant > after; instant -= MINUTE)
      if (wall.format(instant) === wallTime) return new Date(instant).toISOString();
    return null;
  }

  it('is what a person who watches the clock would say, in any zone and season', () => {
    const zones = fc.constantFrom('America/Mexico_City', 'America/Tijuana', 'Europe/Madrid', 'Australia/Sydney', 'Asia/Kathmandu', 'UTC');
    const untils = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2029-01-01T00:00:00Z'), noInvalidDate: true });
    // No zone changes its clock at these hours. The test above covers the hours of a change.
    const hours = fc.constantFrom(0, 4, 8, 12, 20, 23);
    fc.assert(
      fc.property(zones, untils, hours, fc.nat(59), fc.integer({ min: 0, max: 72 * 60 }), (zone, until, hour, minute, back) => {
        const after = new Date(until.getTime() - back * MINUTE);
        const instant = reminderSchedule(`${minute} ${hour} * * *`, zone).latest(after, until);
        expect(instant?.toISOString() ?? null).toBe(watched(zone, hour, minute, after.getTime(), until.getTime()));
      }),
      { numRuns: 300 },
    );
  });

  it('is found quickly, however rare it is and however long ago the last one', () => {
    for (const pattern of ['0 8 29 2 *', '* * * * *', '0 8 * * *']) {
      const schedule = reminderSchedule(pattern, 'America/Mexico_City');
      const began = performance.now();
      schedule.latest(new Date('2020-03-01T00:00:00Z'), new Date('2026-11-20T14:00:00Z'));
      expectWithin(performance.now() - began, 250);
    }
  });
});

describe('the next scheduled moment', () => {
  it.each([
    ['0 8 * * *', '2026-11-20T13:59:59Z', '2026-11-20T14:00:00Z'],
    ['0 8 * * *', '2026-11-20T14:00:00Z', '2026-11-21T14:00:00Z'],
    ['0 8,13 * * *', '2026-11-20T14:00:00Z', '2026-11-20T19:00:00Z'],
    ['0 8 * * 1-5', '2026-11-20T14:00:00Z', '2026-11-23T14:00:00Z'],
    ['0 8 29 2 *', '2026-11-20T14:00:00Z', null],
  ])('of %s after %s in Mexico City is %s', (pattern, after, moment) => {
    const next = reminderSchedule(pattern, 'America/Mexico_City').next(new Date(after));
    expect(next?.toISOString().replace('.000Z', 'Z') ?? null).toBe(moment);
  });
});
