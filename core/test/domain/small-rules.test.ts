import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greetingAt, isAcceptablePassword } from '../../src/domain/account/account.ts';
import { defaultRange } from '../../src/domain/calendar.ts';
import { compliance, complianceBand } from '../../src/domain/reports/report.ts';
import { briefDaysLeft, writtenDaysLeft } from '../../src/messages/dates.ts';
import { daysInWords } from '../../src/messages/phrases.ts';
import { day } from '../factories.ts';

describe('compliance', () => {
  it.each([
    [0, 0, 0],
    [0, 5, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [5, 5, 100],
  ])('%i of %i is %i percent', (finished, total, percent) => {
    expect(compliance(finished, total)).toBe(percent);
  });

  it.each([
    [0, 'red'],
    [19, 'red'],
    [20, 'orange'],
    [39, 'orange'],
    [40, 'yellow'],
    [59, 'yellow'],
    [60, 'green'],
    [79, 'green'],
    [80, 'blue'],
    [100, 'blue'],
  ])('%i percent is %s', (percent, band) => {
    expect(complianceBand(percent)).toBe(band);
  });

  it('stays a whole percent between 0 and 100, in a band', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (finished, pending) => {
        const percent = compliance(finished, finished + pending);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        expect(complianceBand(percent)).toBeTruthy();
      }),
    );
  });
});

describe('the usual range', () => {
  it.each([
    ['2026-11-20', null, '2026-10-20'],
    ['2026-11-20', '2026-11-01', '2026-10-20'],
    ['2026-11-20', '2026-10-20', '2026-10-20'],
    ['2026-11-20', '2026-10-19', '2026-10-19'],
    ['2026-11-20', '2019-02-28', '2019-02-28'],
    ['2026-03-31', null, '2026-02-28'],
    ['2024-03-31', null, '2024-02-29'],
    ['2026-01-15', null, '2025-12-15'],
  ])('on %s, with the oldest pending of %s, begins on %s', (today, oldest, from) => {
    expect(defaultRange(day(today), oldest ? day(oldest) : null)).toEqual({ from, to: today });
  });
});

it.each([
  [0, 'night'],
  [5, 'night'],
  [6, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'night'],
  [23, 'night'],
])('at %i o’clock people are greeted with good %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});

describe('a new password', () => {
  it.each([
    ['demo1234', true, true],
    ['1234567', false, false],
    ['ocho car', true, true],
    ['dieciséis letras', true, false],
    ['diecisiete letras', false, false],
    ['doce-letras_', false, true],
    ['Contraseña12', true, true],
    ['contrasen\u0303a', true, true],
    ['con.punto.8', false, false],
    ['emoji😀😀😀😀', false, false],
    ['tab\tulador', false, false],
    ['línea\nnueva', false, false],
    ['        ', true, true],
    ['١٢٣٤٥٦٧٨', true, true],
  ])('%j: in a reset %s, in the profile %s', (password, reset, profile) => {
    expect([isAcceptablePassword('reset', password), isAcceptablePassword('profile', password)]).toEqual([reset, profile]);
  });

  it.each([
    ['7 y más', false],
    ['8 justo!', true],
    ['Xq"7\'\\$ {}<&>~`|#%;:?=^@', true],
    ['😀😀😀😀😀😀😀😀', true],
    ['a'.repeat(64), true],
    ['😀'.repeat(64), true],
    ['a'.repeat(65), false],
  ])('%j: of a first administrator %s', (password, isAcceptable) => {
    expect(isAcceptablePassword('first', password)).toBe(isAcceptable);
  });
});

it('a cell and a sentence write the days that are left alike', () => {
  expect([writtenDaysLeft(1), writtenDaysLeft(1494), writtenDaysLeft(-1494)]).toEqual(['1 día', '1,494 días', '1,494 días de retraso']);
  expect([briefDaysLeft(0), briefDaysLeft(1), briefDaysLeft(-1494)]).toEqual(['Vence hoy', '1 d', '1,494 d tarde']);
  expect([daysInWords(1494), daysInWords(-1494)]).toEqual(['Quedan 1,494 días', '1,494 días de retraso']);
});
