import {
  asksForTime,
  IDLE_DAYS,
  isRejected,
  isUndelivered,
  judgeTimeliness,
  NEAR_DAYS,
  type UrgencyMark,
  urgencyMarks,
} from '../src/domain/activities/deadline.ts';

type MarkedActivity = Parameters<typeof isRejected>[0] &
  Parameters<typeof asksForTime>[0] & {
    /** Days since the last act; null once the work is closed. */
    daysIdle: number | null;
  };

const marks: Record<UrgencyMark, (activity: MarkedActivity, days: number) => boolean> = {
  late: ({ status }, days) => judgeTimeliness(status, days) === 'late',
  today: ({ status }, days) => judgeTimeliness(status, days) === 'today',
  week: (activity, days) => isUndelivered(activity) && days >= 0 && days <= NEAR_DAYS,
  notStarted: ({ status }) => status === 'not_started',
  rejected: isRejected,
  extensionRequested: asksForTime,
  idle: (activity) => isUndelivered(activity) && (activity.daysIdle ?? 0) >= IDLE_DAYS,
};
export const listUrgencyMarks = (activity: MarkedActivity, days: number): UrgencyMark[] =>
  urgencyMarks.filter((mark) => marks[mark](activity, days));
