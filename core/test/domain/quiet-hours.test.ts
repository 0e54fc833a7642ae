import { expect, it } from 'vitest';
import { instantAt } from '../../src/domain/calendar.ts';
import { quietHours } from '../../src/domain/notifications/notification-rules.ts';
import { day } from '../factories.ts';
import { waits } from '../reminders/due-notifications.ts';

const ZONE = 'America/Mexico_City';
const at = (on: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return instantAt(ZONE, day(on), hours * 60 + minutes);
};
const CHRISTMAS = day('2026-12-25'); // a Friday
const waitsAt = (on: string, time: string, kind: Parameters<typeof waits>[0], deadline: string | null, holidays = [CHRISTMAS]) =>
  waits(kind, deadline ? day(deadline) : null, quietHours(ZONE, at(on, time), holidays));

it.each([
  ['06:59', true],
  ['07:00', false],
  ['19:59', false],
  ['20:00', true],
  ['23:30', true],
  ['00:00', true],
])('at %s news waits: %s', (time, isSo) => {
  expect(waitsAt('2026-11-20', time, 'assigned', '2026-12-01')).toBe(isSo);
  expect(waitsAt('2026-11-20', time, 'dueSoon', '2026-11-24')).toBe(isSo);
});

it('news of finished work waits for the day, with any deadline; news of work that can be late does not', () => {
  for (const kind of ['verified', 'canceled'] as const) expect(waitsAt('2026-11-20', '22:00', kind, '2026-11-20')).toBe(true);
  for (const kind of ['assigned', 'extended', 'rejected', 'dueTomorrow'] as const)
    expect(waitsAt('2026-11-20', '22:00', kind, '2026-11-20')).toBe(false);
});

it('a token comes at any hour, on any day', () => {
  expect(waitsAt('2026-12-25', '03:00', 'passwordReset', null)).toBe(false);
  expect(waitsAt('2026-12-25', '03:00', 'invitation', null)).toBe(false);
});

it('what would come too late in the morning is reported in the evening; what is late already can wait', () => {
  expect(waitsAt('2026-11-20', '22:00', 'dueTomorrow', '2026-11-20')).toBe(false);
  expect(waitsAt('2026-11-20', '22:00', 'dueTomorrow', '2026-11-21')).toBe(true);
  expect(waitsAt('2026-11-20', '22:00', 'overdue', '2026-11-19')).toBe(true);
  expect(waitsAt('2026-11-20', '05:00', 'assigned', '2026-11-20')).toBe(true);
});

it('on a holiday deadlines wait for the next working day and news does not', () => {
  expect(waitsAt('2026-12-25', '12:00', 'dueSoon', '2026-12-29')).toBe(true);
  expect(waitsAt('2026-12-25', '12:00', 'assigned', '2026-12-29')).toBe(false);
  expect(waitsAt('2026-12-24', '21:00', 'dueSoon', '2026-12-25')).toBe(false);
  expect(waitsAt('2026-12-24', '21:00', 'extended', '2026-12-25')).toBe(true);
});

it('opens on the first day that is no holiday', () => {
  const days = [day('2026-12-25'), day('2026-12-26'), day('2026-12-28')];
  expect(quietHours(ZONE, at('2026-12-24', '21:00'), days).map(({ opensOn }) => opensOn)).toEqual([
    '2026-12-25',
    '2026-12-25',
    '2026-12-27',
  ]);
  expect(quietHours(ZONE, at('2026-12-24', '12:00'), days)).toEqual([]);
});
