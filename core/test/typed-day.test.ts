import { expect, it } from 'vitest';
import { calendarDate } from '../src/domain/calendar.ts';
import { readTypedDay } from '../src/messages/typed-day.ts';

/** A Friday. */
const today = calendarDate('2026-11-20');

it.each([
  ['27/11/2026', '2026-11-27'],
  ['27/11/26', '2026-11-27'],
  ['7/1/27', '2027-01-07'],
  ['27-11-26', '2026-11-27'],
  ['27.11.26', '2026-11-27'],
  ['27 11 26', '2026-11-27'],
  ['27112026', '2026-11-27'],
  ['271126', '2026-11-27'],
  ['2026-11-27', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
  ['27/11', '2026-11-27'],
  ['20/11', '2026-11-20'],
  ['19/11', '2027-11-19'],
  ['27 nov', '2026-11-27'],
  ['27nov', '2026-11-27'],
  ['27 Nov.', '2026-11-27'],
  ['27-nov-2026', '2026-11-27'],
  ['27/nov/26', '2026-11-27'],
  ['27-nov', '2026-11-27'],
  ['27 de noviembre', '2026-11-27'],
  ['27 de noviembre de 2026', '2026-11-27'],
  ['27 nov 27', '2027-11-27'],
  ['3 ene', '2027-01-03'],
  ['1 septiembre del 2027', '2027-09-01'],
  ['1 set', '2027-09-01'],
  ['hoy', '2026-11-20'],
  [' HOY ', '2026-11-20'],
  ['mañana', '2026-11-21'],
  ['manana', '2026-11-21'],
  ['pasado mañana', '2026-11-22'],
  ['ayer', '2026-11-19'],
  ['viernes', '2026-11-27'],
  ['el viernes', '2026-11-27'],
  ['próximo lunes', '2026-11-23'],
  ['sáb', '2026-11-21'],
  ['mié', '2026-11-25'],
  ['fin de mes', '2026-11-30'],
  ['a fin de mes', '2026-11-30'],
  ['fin de año', '2026-12-31'],
  ['en 3 días', '2026-11-23'],
  ['dentro de 3 días', '2026-11-23'],
  ['3 días', '2026-11-23'],
  ['1 semana', '2026-11-27'],
  ['en 2 meses', '2027-01-20'],
  ['+3d', '2026-11-23'],
  ['3d', '2026-11-23'],
  ['+2 sem', '2026-12-04'],
  ['+1m', '2026-12-20'],
  ['-7d', '2026-11-13'],
  ['hace 3 días', '2026-11-17'],
  ['hace 2 meses', '2026-09-20'],
])('%s is %s', (text, day) => {
  expect(readTypedDay(text, today, today)).toEqual({ day });
});

it('takes a day and a month without a year as this year where days that passed are meant too', () => {
  expect(readTypedDay('19/11', today)).toEqual({ day: '2026-11-19' });
});

it('finds the year in which 29 February is', () => {
  expect(readTypedDay('29/02', calendarDate('2027-03-01'), calendarDate('2027-03-01'))).toEqual({ day: '2028-02-29' });
});

it.each(['', '   '])('knows that nothing was typed (%j)', (text) => {
  expect(readTypedDay(text, today)).toEqual({ problem: 'empty' });
});

it.each(['31/02/2026', '31 feb 2026', '32112026', '29/02/2027', '0/1/26', '27/13/26'])('%s does not exist', (text) => {
  expect(readTypedDay(text, today, today)).toEqual({ problem: 'nonexistent' });
});

it.each(['pronto', '27/', '27', '27/11/202', 'nov 27', 'fin', 'ma', '27 xyz', '1/2/3/4'])('%s is not a day', (text) => {
  expect(readTypedDay(text, today, today)).toEqual({ problem: 'unreadable' });
});
