import { type Activity, isOpen } from './activity.ts';
import type { AnnouncementKind, accountKinds } from './announcement.ts';
import type { CalendarDate } from './calendar.ts';
import { deadlineOf } from './deadline.ts';
import { isWatched } from './due-announcements.ts';

/** What is told of an activity; the other kinds are about a person's own account. */
export type ActivityKind = Exclude<AnnouncementKind, (typeof accountKinds)[number]>;

type Standing = Pick<Activity, 'ownerId' | 'assigneeId' | 'status' | 'dueOn' | 'extendedTo'>;
type Told = { recipientId: number; deadlineOn: CalendarDate | null };

const isDue = (activity: Standing, { deadlineOn }: Told) => isWatched(activity) && deadlineOf(activity) === deadlineOn;

const toAssignee = (activity: Standing, { recipientId }: Told) => activity.assigneeId === recipientId;
const toOwner = (activity: Standing, { recipientId }: Told) => activity.ownerId === recipientId;

const holds: Record<ActivityKind, (activity: Standing, told: Told) => boolean> = {
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
export const stillHolds = (kind: ActivityKind, activity: Standing, told: Told): boolean => holds[kind](activity, told);
