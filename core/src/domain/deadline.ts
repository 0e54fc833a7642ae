import { type Activity, isOpen, openStatuses, type Status } from './activity.ts';
import { type CalendarDate, dayIn, daysBetween } from './calendar.ts';

/** The near-deadline window, in days (specification, section 9). */
export const NEAR_DAYS = 7;

/** The day the work is due: the extension where one was granted. */
export const deadlineOf = ({ dueOn, extendedTo }: Pick<Activity, 'dueOn' | 'extendedTo'>): CalendarDate => extendedTo ?? dueOn;

/** Calendar days until the deadline: 0 on the day itself, negative when late (decisions, 1.5). */
export const daysLeft = (activity: Pick<Activity, 'dueOn' | 'extendedTo'>, today: CalendarDate): number =>
  daysBetween(today, deadlineOf(activity));

/** Calendar days in that zone from the registration to the end; null while there is none. */
export const daysTaken = (createdAt: Date, end: Date | null, zone: string): number | null =>
  end && daysBetween(dayIn(zone, createdAt), dayIn(zone, end));

/** What people are shown: delivered work has no days left to lose (specification, section 4). */
export const daysLeftShown = (status: Status, days: number): number => (status === 'completed' || !isOpen(status) ? 0 : days);

/** What can be overdue: open work that nobody has delivered. It is, once its days left are negative. */
export const undeliveredStatuses: readonly Status[] = openStatuses.filter((status) => status !== 'completed');

/** A row's signal: late is dark red, near orange, verified green, none unmarked (specification, section 4). */
export type Signal = 'late' | 'near' | 'verified' | 'none';

/** Canceled work signals nothing; work waiting for its verifier keeps the signal of its date. */
export function signalOf(status: Status, days: number): Signal {
  if (status === 'verified') return 'verified';
  if (status === 'canceled' || days > NEAR_DAYS) return 'none';
  return days <= 0 ? 'late' : 'near';
}
