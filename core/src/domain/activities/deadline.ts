import { type CalendarDate, daysBetween, HOUR_MS, localDay } from '../calendar.ts';
import { type Activity, isOpen, openStatuses, type ReadStatus, type Status } from './activity.ts';

export const NEAR_DAYS = 7;

/** Returns the day the work is due: the extension where one was granted. */
export const effectiveDeadline = ({ dueOn, extendedTo }: Pick<Activity, 'dueOn' | 'extendedTo'>): CalendarDate => extendedTo ?? dueOn;

/** Returns calendar days until the deadline: 0 on the day itself, negative when late (docs/product.md, 1.5). */
export const daysLeft = (activity: Pick<Activity, 'dueOn' | 'extendedTo'>, today: CalendarDate): number =>
  daysBetween(today, effectiveDeadline(activity));

/** Returns calendar days in that zone from the registration to the end; null while there is none. */
export const daysTaken = (createdAt: Date, end: Date | null, zone: string): number | null =>
  end && daysBetween(localDay(zone, createdAt), localDay(zone, end));

/** How an activity stands to its deadline. `delivered` waits for its verdict; `closed` is verified or canceled. */
export type Timeliness = 'late' | 'today' | 'soon' | 'later' | 'delivered' | 'closed';

/** The one rule for lateness: every heading, card, row, workbook, terminal list, mail and chat card derives from it. */
export function judgeTimeliness(status: ReadStatus, days: number): Timeliness {
  if (!isOpen(status)) return 'closed';
  if (status === 'completed') return 'delivered';
  if (days < 0) return 'late';
  if (days === 0) return 'today';
  return days <= NEAR_DAYS ? 'soon' : 'later';
}

/** Returns the value by which lists sort days left; null, which sorts last both ways, for delivered and closed work. */
export const sortableDaysLeft = (status: ReadStatus, days: number): number | null =>
  (undeliveredStatuses as readonly ReadStatus[]).includes(status) ? days : null;

/** Returns the days that somebody still has: 0 for delivered and closed work (docs/product.md, 3). */
export const daysLeftOrZero = (status: ReadStatus, days: number): number => sortableDaysLeft(status, days) ?? 0;

/** The statuses that `judgeTimeliness` can find late. SQL counts with this list. */
export const undeliveredStatuses: readonly Status[] = openStatuses.filter((status) => status !== 'completed');

export const isUndelivered = ({ status }: { status: ReadStatus }): boolean =>
  (undeliveredStatuses as readonly ReadStatus[]).includes(status);

/** A row's signal: late is dark red, near orange, verified green, none unmarked (docs/product.md, 3). */
export type Signal = 'late' | 'near' | 'verified' | 'none';

const signals: Record<Timeliness, Signal> = { late: 'late', today: 'late', soon: 'near', later: 'none', delivered: 'none', closed: 'none' };

/** Work that is due today is as red as late work (docs/product.md, 3). Delivered and canceled work has no signal. */
export const rowSignal = (status: ReadStatus, days: number): Signal =>
  status === 'verified' ? 'verified' : signals[judgeTimeliness(status, days)];

/** The date itself may be corrected until work starts; later changes are the extension. */
export const isDateAmendable = ({ status, extendedTo }: Pick<Activity, 'extendedTo'> & { status: ReadStatus }): boolean =>
  status === 'not_started' && extendedTo === null;

/** For this long after the registration a corrected date needs no reason. */
const REASON_FREE_MS = HOUR_MS;
export const needsDateReason = ({ createdAt }: Pick<Activity, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= REASON_FREE_MS;

interface Markable {
  status: ReadStatus;
  /** When it was last rejected; null once it is completed again. */
  rejectedAt: Date | null;
}

type Asking = Pick<Activity, 'requestedTo'> & { status: ReadStatus };
export const asksForTime = (activity: Asking): boolean => activity.requestedTo !== null && isUndelivered(activity);

export const isRejected = (activity: Markable): boolean => activity.rejectedAt !== null && isUndelivered(activity);

/** More days than lie between any two deadlines. */
export const URGENCY_STEP = 10_000_000;
/**
 * Returns the key by which lists sort urgency: by deadline, then delivered, then closed work. One's own list begins with rejected work. SQL
 * has both keys as columns (migrations/0002_plain_path.sql).
 */
export function urgencyKey(activity: Markable, days: number, isOwn = false): number {
  const timeliness = judgeTimeliness(activity.status, days);
  const rank = timeliness === 'closed' ? 3 : timeliness === 'delivered' ? 2 : isOwn && isRejected(activity) ? 0 : 1;
  return rank * URGENCY_STEP + days;
}

/** Work is idle once its last act is this many days ago; a comment or a reminder is an act too. */
export const IDLE_DAYS = 7;

/** The marks that lists filter and count by; one activity may have several. */
export const urgencyMarks = ['late', 'today', 'week', 'notStarted', 'rejected', 'extensionRequested', 'idle'] as const;
export type UrgencyMark = (typeof urgencyMarks)[number];
