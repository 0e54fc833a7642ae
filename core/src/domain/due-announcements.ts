import { type Activity, isOpen } from './activity.ts';
import type { DeadlineKind } from './announcement.ts';
import type { CalendarDate } from './calendar.ts';
import { daysLeft, deadlineOf, NEAR_DAYS } from './deadline.ts';

type Watched = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo'>;

/** The one thing there is to tell of a deadline so many days away; null while there are `NEAR_DAYS` or more. */
export function deadlineKindOf(days: number): DeadlineKind | null {
  if (days < 0) return 'overdue';
  if (days <= 1) return 'dueTomorrow';
  return days < NEAR_DAYS ? 'dueSoon' : null;
}

/** Delivered work waits for its verifier, and closed work for nobody. */
export const isWatched = ({ status }: Pick<Activity, 'status'>): boolean => isOpen(status) && status !== 'completed';

/** The responsible hears of every deadline, the owner of the overdue ones; an own activity's person hears of it once. */
const recipientsOf = ({ assigneeId, ownerId }: Watched, kind: DeadlineKind): Set<number> =>
  new Set(kind === 'overdue' ? [assigneeId, ownerId] : [assigneeId]);

/** One per activity, effective deadline and recipient: an extension arms all three again (decisions, section 7). */
export const deadlineKey = (kind: DeadlineKind, activity: Watched, recipientId: number): string =>
  `${kind}:${activity.id}:${deadlineOf(activity)}:${recipientId}`;

/**
 * What a sweep on a working day tells of an activity, to the active among its people, unless they have been told: the rule that
 * `persistence/sweeps.ts` applies to all activities at once.
 */
export function dueAnnouncements(activity: Watched, today: CalendarDate): { kind: DeadlineKind; recipientId: number; key: string }[] {
  const kind = isWatched(activity) ? deadlineKindOf(daysLeft(activity, today)) : null;
  if (!kind) return [];
  return [...recipientsOf(activity, kind)].map((recipientId) => ({ kind, recipientId, key: deadlineKey(kind, activity, recipientId) }));
}
