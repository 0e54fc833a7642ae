import { expect, it } from 'vitest';
import { statuses } from '../../src/domain/activities/activity.ts';
import { undeliveredStatuses, urgencyKey } from '../../src/domain/activities/deadline.ts';
import { day, NOW } from '../factories.ts';
import { listUrgencyMarks } from '../urgency-marks.ts';

const fresh = { status: 'in_progress', rejectedAt: null, requestedTo: null, daysIdle: 0 } as const;
const rejected = { status: 'in_progress', rejectedAt: NOW, requestedTo: day('2026-12-15'), daysIdle: 7 } as const;

it("the most urgent come first: late, today, soon, later, delivered, closed; in one's own list rejected work before all", () => {
  const inOrder = [
    ...([-2, 0, 9] as const).map((days) => [rejected, days] as const),
    ...([-30, -1, 0, 1, 7, 8, 4000] as const).map((days) => [fresh, days] as const),
    ...([-30, 5] as const).map((days) => [{ ...fresh, status: 'completed' as const }, days] as const),
    ...([-90, 5] as const).map((days) => [{ ...fresh, status: 'verified' as const }, days] as const),
  ];
  const keys = (sample: typeof inOrder, isOwn: boolean) => sample.map(([activity, days]) => urgencyKey(activity, days, isOwn));
  const isSorted = (sorted: number[]) => expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  isSorted(keys(inOrder, true));
  isSorted(keys(inOrder.slice(3), false));
  // To others a rejected one is as urgent as its deadline.
  expect(urgencyKey(rejected, 9)).toBe(urgencyKey(fresh, 9));
});

it('an activity has every mark that holds, and delivered or closed work has none', () => {
  expect(listUrgencyMarks({ ...fresh, status: 'not_started' }, 0)).toEqual(['today', 'week', 'notStarted']);
  expect(listUrgencyMarks(rejected, -1)).toEqual(['late', 'rejected', 'extensionRequested', 'idle']);
  expect([null, 6].map((daysIdle) => listUrgencyMarks({ ...fresh, daysIdle }, 8))).toEqual([[], []]);
  expect([0, 7, 8].map((days) => listUrgencyMarks(fresh, days))).toEqual([['today', 'week'], ['week'], []]);
  for (const status of statuses.filter((each) => !undeliveredStatuses.includes(each)))
    for (const days of [-1, 0, 3]) expect(listUrgencyMarks({ ...rejected, status }, days)).toEqual([]);
});
