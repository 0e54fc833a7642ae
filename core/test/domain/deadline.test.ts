import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statuses } from '../../src/domain/activities/activity.ts';
import {
  daysLeft,
  daysLeftOrZero,
  effectiveDeadline,
  judgeTimeliness,
  rowSignal,
  sortableDaysLeft,
  undeliveredStatuses,
} from '../../src/domain/activities/deadline.ts';
import { addDays, localDay } from '../../src/domain/calendar.ts';
import { anActivity, day, TODAY } from '../factories.ts';

it('the deadline is the extension where there is one', () => {
  expect(effectiveDeadline(anActivity({ dueOn: day('2026-11-27') }))).toBe('2026-11-27');
  expect(effectiveDeadline(anActivity({ dueOn: day('2026-11-27'), extendedTo: day('2026-12-04') }))).toBe('2026-12-04');
});

it.each([
  ['2026-11-27', 7],
  ['2026-11-21', 1],
  ['2026-11-20', 0],
  ['2026-11-19', -1],
  ['2027-11-20', 365],
])('due on %s, on the 20th of November 2026: %i days left', (dueOn, left) => {
  expect(daysLeft(anActivity({ dueOn: day(dueOn) }), TODAY)).toBe(left);
});

it('at 23:30 in Mexico City, when it is tomorrow already in UTC, there are still as many days left as in the morning', () => {
  const morning = localDay('America/Mexico_City', new Date('2026-11-20T14:00:00Z'));
  const night = localDay('America/Mexico_City', new Date('2026-11-21T05:30:00Z'));
  const due = anActivity({ dueOn: day('2026-11-27') });
  expect([daysLeft(due, morning), daysLeft(due, night)]).toEqual([7, 7]);
});

it('is the difference in days rounded up, at any moment of the day', () => {
  // Mexico City has kept UTC−6 all year since 2023, so midnight there is 06:00 in UTC.
  const instants = fc.date({ min: new Date('2023-01-01T06:00:00Z'), max: new Date('2033-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: -400, max: 400 }), (now, offset) => {
      const today = localDay('America/Mexico_City', now);
      const dueOn = addDays(today, offset);
      const startOfDueDay = Date.parse(`${dueOn}T06:00:00Z`);
      expect(daysLeft(anActivity({ dueOn }), today)).toBe(Math.ceil((startOfDueDay - now.getTime()) / 86_400_000) + 0);
    }),
  );
});

describe('the colour of a row', () => {
  it.each([
    [8, 'none'],
    [7, 'near'],
    [1, 'near'],
    [0, 'late'],
    [-30, 'late'],
  ] as const)('%i days left: %s', (days, signal) => {
    for (const status of undeliveredStatuses) expect(rowSignal(status, days)).toBe(signal);
    expect(rowSignal('completed', days)).toBe('none');
    expect(rowSignal('verified', days)).toBe('verified');
    expect(rowSignal('canceled', days)).toBe('none');
  });
});

it('an activity is late, due today, soon or later until it is delivered or closed', () => {
  for (const status of undeliveredStatuses)
    expect([-1, 0, 1, 7, 8].map((days) => judgeTimeliness(status, days))).toEqual(['late', 'today', 'soon', 'soon', 'later']);
  for (const days of [-30, 0, 3, 90]) {
    expect(judgeTimeliness('completed', days)).toBe('delivered');
    expect(['verified', 'canceled'].map((status) => judgeTimeliness(status as 'verified', days))).toEqual(['closed', 'closed']);
  }
});

it('only undelivered work is sorted by its days left', () => {
  expect(statuses.map((status) => sortableDaysLeft(status, -3))).toEqual([-3, -3, -3, null, null, null]);
});

it('delivered work has no days left to lose: people read 0', () => {
  for (const status of statuses) {
    const isDelivered = ['completed', 'verified', 'canceled'].includes(status);
    expect([status, daysLeftOrZero(status, -3)]).toEqual([status, isDelivered ? 0 : -3]);
  }
});
