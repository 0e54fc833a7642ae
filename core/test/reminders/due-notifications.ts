import type { Activity } from '../../src/domain/activities/activity.ts';
import { effectiveDeadline, isUndelivered, NEAR_DAYS } from '../../src/domain/activities/deadline.ts';
import { type CalendarDate, daysBetween } from '../../src/domain/calendar.ts';
import type { DeadlineKind } from '../../src/domain/notifications/notification.ts';

type WatchedActivity = Pick<Activity, 'id' | 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo'>;

/** Null while the deadline is `NEAR_DAYS` away or more. */
function deadlineKind(deadline: CalendarDate, today: CalendarDate, tomorrow: CalendarDate): DeadlineKind | null {
  if (deadline < today) return 'overdue';
  if (deadline <= tomorrow) return 'dueTomorrow';
  return daysBetween(today, deadline) < NEAR_DAYS ? 'dueSoon' : null;
}

/** The assignee gets every kind, the owner only `overdue`; a person who is both gets one. */
const listRecipients = ({ assigneeId, ownerId }: WatchedActivity, kind: DeadlineKind): Set<number> =>
  new Set(kind === 'overdue' ? [assigneeId, ownerId] : [assigneeId]);

/** The oracle of the reminder job: what it writes for an activity on a working day. `tomorrow` is the result of `lastAnnouncedDay`. */
export function dueNotifications(
  activity: WatchedActivity,
  today: CalendarDate,
  tomorrow: CalendarDate,
): { kind: DeadlineKind; recipientId: number; key: string }[] {
  const deadline = effectiveDeadline(activity);
  const kind = isUndelivered(activity) ? deadlineKind(deadline, today, tomorrow) : null;
  if (!kind) return [];
  return [...listRecipients(activity, kind)].map((recipientId) => ({
    kind,
    recipientId,
    key: `${kind}:${activity.id}:${deadline}:${recipientId}`,
  }));
}
