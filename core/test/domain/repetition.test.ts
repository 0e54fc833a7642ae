import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lapse, lapses } from '../../src/domain/activities/activity.ts';
import { addLapses, nextOccurrence, type SeriesMember } from '../../src/domain/activities/repetition.ts';
import { addDays, type CalendarDate } from '../../src/domain/calendar.ts';

import { expectWithin } from '../deep.ts';
import { day, TODAY } from '../factories.ts';
import { calendarOf } from '../paper-calendar.ts';
import { statutoryHolidays } from '../statutory-holidays.ts';

const first = (repeats: Lapse, startsOn: CalendarDate, repeatUntil: CalendarDate | null = null): SeriesMember => ({
  repeats,
  repeatUntil,
  seriesStartsOn: startsOn,
  occurrence: 0,
  dueOn: startsOn,
});

/** Follows a series from its first date, each registered when the earlier one was due. */
function follow(member: SeriesMember, count: number, holidays: readonly CalendarDate[] = []): CalendarDate[] {
  const dates = [member.dueOn];
  let current = member;
  while (dates.length < count) {
    const next = nextOccurrence(current, current.dueOn, holidays);
    if (!next) break;
    current = { ...current, ...next };
    dates.push(next.dueOn);
  }
  return dates;
}

describe('the dates of a series', () => {
  it.each([
    ['day', '2028-02-27', ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']],
    ['weekday', '2026-12-23', ['2026-12-23', '2026-12-24', '2026-12-28', '2026-12-29']],
    ['weekday', '2026-11-28', ['2026-11-28', '2026-11-30']],
    ['week', '2026-12-24', ['2026-12-24', '2026-12-31', '2027-01-07']],
    ['two_weeks', '2026-12-24', ['2026-12-24', '2027-01-07', '2027-01-21']],
    ['month', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['month', '2024-01-31', ['2024-01-31', '2024-02-29', '2024-03-31']],
    ['month', '2026-12-30', ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30']],
    ['two_months', '2026-12-31', ['2026-12-31', '2027-02-28', '2027-04-30', '2027-06-30', '2027-08-31']],
    ['quarter', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-30']],
    ['half_year', '2026-08-31', ['2026-08-31', '2027-02-28', '2027-08-31']],
    ['year', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ] as const)('every %s from %s', (lapse, startsOn, dates) => {
    expect(follow(first(lapse, day(startsOn)), dates.length, [day('2026-12-25')])).toEqual(dates);
  });

  it('end with the last day that was given, which belongs to them', () => {
    expect(follow(first('month', day('2027-01-31'), day('2027-03-31')), 9)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(follow(first('month', day('2027-01-31'), day('2027-03-30')), 9)).toEqual(['2027-01-31', '2027-02-28']);
  });

  it('are those of a paper calendar for ten years, of every lapse and from any day', () => {
    const holidays = Array.from({ length: 12 }, (_, year) => statutoryHolidays(2024 + year)).flat();
    const days = holidays.map((holiday) => holiday.day);
    const starts = fc.integer({ min: 0, max: 730 }).map((count) => addDays(day('2024-01-01'), count));
    fc.assert(
      fc.property(fc.constantFrom(...lapses), starts, (lapse, startsOn) => {
        const paper = calendarOf(lapse, startsOn, addDays(startsOn, 3_652), days);
        expect(follow(first(lapse, startsOn), paper.length, days)).toEqual(paper);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the next occurrence', () => {
  const starts = fc.integer({ min: -4_000, max: 800 }).map((days) => addDays(TODAY, days));

  it('is the first date that is today or later, and says how many had passed', () => {
    const days = Array.from({ length: 17 }, (_, year) => statutoryHolidays(2012 + year)).flatMap((all) =>
      all.map((holiday) => holiday.day),
    );
    fc.assert(
      fc.property(fc.constantFrom(...lapses), starts, (lapse, startsOn) => {
        const later = calendarOf(lapse, startsOn, addDays(TODAY, 1_900), days).slice(1);
        const expected = later.find((date) => date >= TODAY);
        const skipped = later.filter((date) => date < TODAY).length;
        expect(nextOccurrence(first(lapse, startsOn), TODAY, days)).toEqual({ occurrence: skipped + 1, dueOn: expected, skipped });
      }),
      { numRuns: 300 },
    );
  });

  it('may be due today', () => {
    expect(nextOccurrence(first('week', day('2026-11-13')), day('2026-11-20'))).toEqual({ occurrence: 1, dueOn: '2026-11-20', skipped: 0 });
  });

  it('counts from the first date, also after a short month', () => {
    const member = { ...first('month', day('2027-01-31')), occurrence: 1, dueOn: day('2027-02-28') };
    expect(nextOccurrence(member, day('2027-03-01'))).toMatchObject({ occurrence: 2, dueOn: '2027-03-31' });
  });

  it('is none for work that does not repeat, past the end of the series, and past the end of the calendar', () => {
    expect(nextOccurrence({ ...first('week', TODAY), repeats: null }, TODAY)).toBeNull();
    expect(nextOccurrence(first('week', TODAY, addDays(TODAY, 6)), TODAY)).toBeNull();
    for (const lapse of lapses) expect(nextOccurrence(first(lapse, day('9999-12-31')), TODAY)).toBeNull();
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

  it.each(lapses)('every %s since 1900 takes fifty milliseconds at most', (lapse) => {
    expectWithin(
      quickest(() => nextOccurrence(first(lapse, day('1900-01-31')), TODAY)),
      50,
    );
  });

  it('does not drift as repeated additions would', () => {
    expect(addLapses('month', addLapses('month', day('2027-01-31'), 1), 1)).toBe('2027-03-28');
    expect(addLapses('month', day('2027-01-31'), 2)).toBe('2027-03-31');
  });
});
