import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantAt, localDay, localMinute } from '../../src/domain/calendar.ts';
import { day } from '../factories.ts';

const zones = [
  'America/Mexico_City',
  'America/Tijuana',
  'Europe/Madrid',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
];
const at = (hour: number, minute = 0) => hour * 60 + minute;

describe('the instant of a wall clock', () => {
  it.each([
    ['America/Mexico_City', '2026-11-20', at(8), '2026-11-20T14:00:00Z'],
    ['America/Mexico_City', '2026-07-20', at(23, 30), '2026-07-21T05:30:00Z'],
    ['America/Tijuana', '2026-07-20', at(8), '2026-07-20T15:00:00Z'],
    ['America/Tijuana', '2026-12-20', at(8), '2026-12-20T16:00:00Z'],
    ['Asia/Kathmandu', '2028-02-29', at(0), '2028-02-28T18:15:00Z'],
  ])('%s on %s, minute %i', (zone, on, minute, instant) => {
    expect(instantAt(zone, day(on), minute)).toEqual(new Date(instant));
  });

  it.each([
    ['America/Tijuana', '2026-03-08', at(2, 30), '2026-03-08T10:30:00Z'],
    ['Europe/Madrid', '2026-03-29', at(2), '2026-03-29T01:00:00Z'],
    ['Australia/Sydney', '2026-10-04', at(2, 59), '2026-10-03T16:59:00Z'],
  ])('%s skips it on %s: as long after the change as it is into the gap', (zone, on, minute, instant) => {
    expect(instantAt(zone, day(on), minute)).toEqual(new Date(instant));
  });

  it.each([
    ['America/Tijuana', '2026-11-01', at(1, 30), '2026-11-01T08:30:00Z'],
    ['Europe/Madrid', '2026-10-25', at(2), '2026-10-25T00:00:00Z'],
    ['Australia/Sydney', '2026-04-05', at(2, 15), '2026-04-04T15:15:00Z'],
  ])('%s shows it twice on %s: the first', (zone, on, minute, instant) => {
    expect(instantAt(zone, day(on), minute)).toEqual(new Date(instant));
  });

  it('shows what was asked, unless clocks skip it, and never showed it before', () => {
    const minutes = fc.nat(1439);
    const days = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays(day('2024-01-01'), days));
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, minutes, (zone, on, minute) => {
        const instant = instantAt(zone, on, minute);
        const skipped = localMinute(zone, instant) - minute;
        expect(localDay(zone, instant)).toBe(on);
        expect([0, 30, 60]).toContain(skipped);
        for (const earlier of [30, 60].map((back) => new Date(instant.getTime() - back * 60_000)))
          expect([localDay(zone, earlier), localMinute(zone, earlier)]).not.toEqual([on, minute]);
      }),
      { numRuns: 2_000 },
    );
  });
});
