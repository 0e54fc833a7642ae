import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lapse, lapses, nextOccurrence, occurrenceOn } from '../../src/domain/activities/activity.ts';
import { addDays, addMonths, type CalendarDate, daysBetween } from '../../src/domain/calendar.ts';
import { expectWithin } from '../deep.ts';
import { day, TODAY } from '../factories.ts';

const series = (lapse: Lapse, startsOn: string, count: number) =>
  Array.from({ length: count }, (_, n) => occurrenceOn(lapse, day(startsOn), n));

describe('the dates of a series', () => {
  it.each([
    ['month', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['month', '2024-01-31', ['2024-01-31', '2024-02-29', '2024-03-31']],
    ['month', '2026-12-30', ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
    ['year', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['week', '2026-12-24', ['2026-12-24', '2026-12-31', '2027-01-07']],
  ] as const)('every %s from %s', (lapse, startsOn, dates) => {
    expect(series(lapse, startsOn, dates.length)).toEqual(dates);
  });
});

/** Step by step, as a person with a paper calendar would. */
function walked(lapse: Lapse, startsOn: CalendarDate, occurrence: number, today: CalendarDate) {
  const [year, month, dayOfMonth] = startsOn.split('-').map(Number) as [number, number, number];
  for (let next = occurrence + 1; ; next++) {
    let dueOn = addDays(startsOn, 7 * next);
    if (lapse !== 'week') {
      const target = new Date(Date.UTC(lapse === 'year' ? year + next : year, month - 1 + (lapse === 'year' ? 0 : next), 1));
      const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
      target.setUTCDate(Math.min(dayOfMonth, last));
      dueOn = day(target.toISOString().slice(0, 10));
    }
    if (dueOn > today) return { occurrence: next, dueOn };
  }
}

describe('the next occurrence', () => {
  const starts = fc.integer({ min: -20_000, max: 2_000 }).map((days) => addDays(TODAY, days));

  it('is the one a naive walk finds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lapses), starts, fc.nat(60), (lapse, startsOn, occurrence) => {
        expect(nextOccurrence(lapse, startsOn, occurrence, TODAY)).toEqual(walked(lapse, startsOn, occurrence, TODAY));
      }),
      { numRuns: 500 },
    );
  });

  it('is later than today, later than this one, and no lapse too late', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lapses), starts, fc.nat(60), (lapse, startsOn, occurrence) => {
        const next = nextOccurrence(lapse, startsOn, occurrence, TODAY);
        if (!next) throw new Error('the calendar does not end here');
        expect(next.dueOn > TODAY).toBe(true);
        expect(next.occurrence).toBeGreaterThan(occurrence);
        if (next.occurrence > occurrence + 1) expect(occurrenceOn(lapse, startsOn, next.occurrence - 1) <= TODAY).toBe(true);
      }),
    );
  });

  it('takes a whole series, however late each one is done, along the calendar: one at a time, none twice, all from the first date', () => {
    const delays = fc.array(fc.integer({ min: -40, max: 900 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom(...lapses), starts, delays, (lapse, startsOn, late) => {
        let current = { occurrence: 0, dueOn: startsOn };
        for (const days of late) {
          const doneOn = addDays(current.dueOn, days);
          const next = nextOccurrence(lapse, startsOn, current.occurrence, doneOn);
          if (!next) throw new Error('the calendar does not end here');
          expect(next).toEqual(walked(lapse, startsOn, current.occurrence, doneOn));
          expect(next.dueOn > current.dueOn).toBe(true);
          current = next;
        }
      }),
    );
  });

  /** The quickest of five, in milliseconds: the machine may be busy. */
  function quickest(work: () => unknown): number {
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    });
    return Math.min(...times);
  }

  it.each(lapses)('every %s since 1970 takes five milliseconds at most', (lapse) => {
    expectWithin(
      quickest(() => nextOccurrence(lapse, day('1970-01-01'), 0, TODAY)),
      5,
    );
    const next = nextOccurrence(lapse, day('1970-01-01'), 0, TODAY);
    expect(daysBetween(TODAY, next?.dueOn as CalendarDate)).toBeLessThanOrEqual({ week: 7, month: 31, year: 366 }[lapse]);
  });

  it.each(lapses)('every %s ends with the calendar, as quickly', (lapse) => {
    for (const today of [TODAY, day('9999-12-31')]) {
      expect(nextOccurrence(lapse, day('9999-12-30'), 0, today)).toBeNull();
      expectWithin(
        quickest(() => nextOccurrence(lapse, day('9999-12-30'), 0, today)),
        5,
      );
    }
  });

  it('does not drift as repeated additions would', () => {
    const drifting = addMonths(addMonths(day('2027-01-31'), 1), 1);
    expect(drifting).toBe('2027-03-28');
    expect(nextOccurrence('month', day('2027-01-31'), 1, day('2027-03-01'))).toEqual({ occurrence: 2, dueOn: '2027-03-31' });
  });
});
