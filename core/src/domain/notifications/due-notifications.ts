import type { Activity } from '../activity/activity.ts';
import { deadlineOf, NEAR_DAYS, undeliveredStatuses } from '../activity/deadline.ts';
import { type CalendarDate, daysBetween } from '../calendar.ts';
import type { DeadlineKind } from './notification.ts';

type WatchedActivity = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo'>;

/** The one thing there is to tell of a deadline; null while it is `NEAR_DAYS` away or more, and not to be told as tomorrow's. */
function deadlineKindOf(deadline: CalendarDate, today: CalendarDate, tomorrow: CalendarDate): DeadlineKind | null {
  if (deadline < today) return 'overdue';
  if (deadline <= tomorrow) return 'dueTomorrow';
  return daysBetween(today, deadline) < NEAR_DAYS ? 'dueSoon' : null;
}

/** Delivered work waits for its verifier, and closed work for nobody. */
export const isWatched = ({ status }: Pick<Activity, 'status'>): boolean => undeliveredStatuses.includes(status);

/** The responsible hears of every deadline, the owner of the overdue ones; an own activity's person hears of it once. */
const recipientsOf = ({ assigneeId, ownerId }: WatchedActivity, kind: DeadlineKind): Set<number> =>
  new Set(kind === 'overdue' ? [assigneeId, ownerId] : [assigneeId]);

/** One per activity, effective deadline and recipient: an extension arms all three again (docs/product.md, 7). */
export const deadlineKey = (kind: DeadlineKind, activity: WatchedActivity, recipientId: number): string =>
  `${kind}:${activity.id}:${deadlineOf(activity)}:${recipientId}`;

/**
 * What a sweep on a working day tells of an activity, to the active among its people, unless they have been told. Only tests call it:
 * it is the rule in words, and `persistence/reminders.ts` applies it to all activities at once. `tomorrow` is as `tomorrowAcross` reckons it.
 */
export function dueNotifications(
  activity: WatchedActivity,
  today: CalendarDate,
  tomorrow: CalendarDate,
): { kind: DeadlineKind; recipientId: number; key: string }[] {
  const kind = isWatched(activity) ? deadlineKindOf(deadlineOf(activity), today, tomorrow) : null;
  if (!kind) return [];
  return [...recipientsOf(activity, kind)].map((recipientId) => ({ kind, recipientId, key: deadlineKey(kind, activity, recipientId) }));
}
