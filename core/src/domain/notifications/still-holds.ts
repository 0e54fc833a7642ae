import { type Activity, isOpen } from '../activity/activity.ts';
import { deadlineOf } from '../activity/deadline.ts';
import type { CalendarDate } from '../calendar.ts';
import { isWatched } from './due-notifications.ts';
import type { accountKinds, NotificationKind } from './notification.ts';

/** What is told of an activity; the other kinds are about a person's own account. */
export type ActivityKind = Exclude<NotificationKind, (typeof accountKinds)[number]>;

type ActivityState = Pick<Activity, 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo'>;
type NotificationFacts = { recipientId: number; deadlineOn: CalendarDate | null };

const isDue = (activity: ActivityState, { deadlineOn }: NotificationFacts) => isWatched(activity) && deadlineOf(activity) === deadlineOn;

const toAssignee = (activity: ActivityState, { recipientId }: NotificationFacts) => activity.assigneeId === recipientId;
const toOwner = (activity: ActivityState, { recipientId }: NotificationFacts) => activity.ownerId === recipientId;

const holds: Record<ActivityKind, (activity: ActivityState, told: NotificationFacts) => boolean> = {
  dueSoon: (activity, told) => isDue(activity, told) && toAssignee(activity, told),
  dueTomorrow: (activity, told) => isDue(activity, told) && toAssignee(activity, told),
  overdue: (activity, told) => isDue(activity, told) && (toAssignee(activity, told) || toOwner(activity, told)),
  assigned: (activity, told) => isOpen(activity.status) && toAssignee(activity, told),
  verificationRequested: (activity, told) => activity.status === 'completed' && toOwner(activity, told),
  verified: (activity, told) => activity.status === 'verified' && toAssignee(activity, told),
  rejected: (activity, told) => isWatched(activity) && toAssignee(activity, told),
  canceled: (activity, told) => activity.status === 'canceled' && toAssignee(activity, told),
  extended: (activity, told) => isOpen(activity.status) && toAssignee(activity, told),
};

/** Whether what was announced is still so when it is sent: nobody is reminded of work that is done, nor told what was taken back. */
export const isNotificationCurrent = (kind: ActivityKind, activity: ActivityState, told: NotificationFacts): boolean =>
  holds[kind](activity, told);
