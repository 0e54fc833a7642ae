import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  daysBetween,
  earlierDay,
  finishedRange,
  isCalendarDate,
  laterDay,
  localDay,
  localHour,
} from '../../src/domain/calendar.ts';
import { day } from '../factories.ts';

const DAY_MS = 86_400_000;
const someDay = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2400, 0, 1) / DAY_MS })
  .map((days) => calendarDate(new Date(days * DAY_MS).toISOString().slice(0, 10)));

describe('a day of the calendar', () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31', '2026-04-30'])('is %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
    expect(calendarDate(text)).toBe(text);
  });

  it.each([
    '',
    '2026-02-29',
    '2100-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '1899-12-31',
    '10000-01-01',
    '+002026-01-01',
    '٢٠٢٦-١١-٢٠',
    'hoy',
  ])('is not %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => calendarDate(text)).toThrow(RangeError);
  });
});

describe('counting days', () => {
  it('goes there and back', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
        expect(addDays(addDays(from, days), -days)).toBe(from);
      }),
    );
  });

  it('orders days as their text does', () => {
    fc.assert(
      fc.property(someDay, someDay, (a, b) => {
        expect(Math.sign(daysBetween(a, b))).toBe(a < b ? 1 : a > b ? -1 : 0);
        expect([earlierDay(a, b), laterDay(a, b)]).toEqual([a, b].sort());
      }),
    );
  });

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i day is %s', (from, days, to) => {
    expect(addDays(day(from), days)).toBe(to);
  });
});

describe('counting months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-05-31', 18, '2027-11-30'],
  ])('%s and %i is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to);
  });

  it('lands in the month meant, on the same day or the month’s last', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -1200, max: 1200 }), (from, months) => {
        const to = addMonths(from, months);
        fc.pre(isCalendarDate(to));
        const monthOf = (text: CalendarDate) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(monthOf(to) - monthOf(from)).toBe(months);
        const isLast = addDays(to, 1).slice(8) === '01';
        expect(to.slice(8) === from.slice(8) || (isLast && to.slice(8) < from.slice(8))).toBe(true);
      }),
    );
  });
});

describe('the day it is somewhere', () => {
  it.each([
    ['America/Mexico_City', '2026-11-21T05:59:59Z', '2026-11-20', 23],
    ['America/Mexico_City', '2026-11-21T06:00:00Z', '2026-11-21', 0],
    ['America/Tijuana', '2026-07-01T06:59:59Z', '2026-06-30', 23],
    ['America/Tijuana', '2026-12-01T07:59:59Z', '2026-11-30', 23],
    ['Europe/Madrid', '2026-11-20T23:00:00Z', '2026-11-21', 0],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31', 23],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01', 0],
    ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02', 0],
  ])('%s at %s: %s, %i o’clock', (zone, instant, expected, hour) => {
    expect(localDay(zone, new Date(instant))).toBe(expected);
    expect(localHour(zone, new Date(instant))).toBe(hour);
  });

  it('is what the wall clock there says, in every zone and season', () => {
    const zones = fc.constantFrom(
      'America/Mexico_City',
      'America/Tijuana',
      'Europe/Madrid',
      'Australia/Sydney',
      'Asia/Kathmandu',
      'UTC',
      'Pacific/Apia',
    );
    const instants = fc.date({ min: new Date('1975-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const wall = new Date(
          `${instant.toLocaleString('en-US', { timeZone: zone, hour12: false, dateStyle: undefined, timeStyle: undefined }).replace(/, 24:/, ', 00:')} UTC`,
        );
        expect(localDay(zone, instant)).toBe(wall.toISOString().slice(0, 10));
        expect(localHour(zone, instant)).toBe(wall.getUTCHours());
      }),
    );
  });
});

it('fills the open ends of a finished range, and never with an end before its beginning', () => {
  const today = day('2026-11-20');
  const range = (from: CalendarDate | null, to: CalendarDate | null) => Object.values(finishedRange({ from, to }, today));
  expect(range(null, null)).toEqual(['2026-10-20', '2026-11-20']);
  expect(range(day('2026-11-01'), null)).toEqual(['2026-11-01', '2026-11-20']);
  expect(range(day('2027-01-05'), null)).toEqual(['2027-01-05', '2027-01-05']);
});
