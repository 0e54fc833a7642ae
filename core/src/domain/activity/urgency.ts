import type { ReadStatus } from './activity.ts';
import { isUndelivered, NEAR_DAYS, type Timeliness, timelinessOf } from './deadline.ts';

interface Markable {
  status: ReadStatus;
  /** When it was last rejected; null once it is completed again. */
  rejectedAt: Date | null;
}

const isRejected = (activity: Markable) => activity.rejectedAt !== null && isUndelivered(activity);

/** How an activity stands: rejected work before all, then by its deadline. */
export type Urgency = 'rejected' | Timeliness;
export const urgencyOf = (activity: Markable, days: number): Urgency =>
  isRejected(activity) ? 'rejected' : timelinessOf(activity.status, days);

/** The first part of the order. Undelivered work is one part, because its deadline says the rest. */
const ranks: Record<Urgency, number> = { rejected: 0, late: 1, today: 1, soon: 1, later: 1, delivered: 2, closed: 3 };

/** More days than lie between any two deadlines. */
export const URGENCY_STEP = 10_000_000;
/** What lists sort by urgency: rejected work, then by deadline, then delivered, then closed work. SQL: persistence/urgency.sql.ts. */
export const urgencyKey = (activity: Markable, days: number): number => ranks[urgencyOf(activity, days)] * URGENCY_STEP + days;

/** Work is idle once its last act is so many days ago; a comment or a reminder is an act too. */
export const IDLE_DAYS = 7;

interface MarkedActivity extends Markable {
  /** Days since the last act; null where a server of the earlier release answers. */
  daysIdle: number | null;
}

/** What lists filter and count by; one activity may have several. */
export const urgencyMarks = ['late', 'today', 'week', 'notStarted', 'rejected', 'idle'] as const;
export type UrgencyMark = (typeof urgencyMarks)[number];

const marks: Record<UrgencyMark, (activity: MarkedActivity, days: number) => boolean> = {
  late: ({ status }, days) => timelinessOf(status, days) === 'late',
  today: ({ status }, days) => timelinessOf(status, days) === 'today',
  week: (activity, days) => isUndelivered(activity) && days >= 0 && days <= NEAR_DAYS,
  notStarted: ({ status }) => status === 'not_started',
  rejected: isRejected,
  idle: (activity) => isUndelivered(activity) && (activity.daysIdle ?? 0) >= IDLE_DAYS,
};
export const urgencyMarksOf = (activity: MarkedActivity, days: number): UrgencyMark[] =>
  urgencyMarks.filter((mark) => marks[mark](activity, days));
