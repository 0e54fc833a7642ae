import type { Activity } from '../../domain/activities/activity.ts';
import { effectiveDeadline, IDLE_DAYS, NEAR_DAYS, type UrgencyMark, urgencyKey } from '../../domain/activities/deadline.ts';
import { type CalendarDate, daysBetween } from '../../domain/calendar.ts';

/** The same as `isUndelivered`. A rejection removes the day of delivery. */
export const IS_UNDELIVERED = 'activities.is_open and activities.closed_at is null';

/** The columns `urgency` and `own_urgency` are `urgencyKey` with the days from this one to the deadline in place of the days left. */
const URGENCY_EPOCH = '2000-01-01' as CalendarDate;
export const storedUrgency = (activity: Pick<Activity, 'status' | 'rejectedAt' | 'dueOn' | 'extendedTo'>, isOwn: boolean): number =>
  urgencyKey(activity, daysBetween(URGENCY_EPOCH, effectiveDeadline(activity)), isOwn);

/** The conditions of urgency marks on the day `:today`. Every mark needs `within`. */
export const urgencyMarkConditions: { within: string; words: Record<UrgencyMark, string> } = {
  within: IS_UNDELIVERED,
  words: {
    late: 'activities.deadline_on < :today::date',
    today: 'activities.deadline_on = :today::date',
    week: `activities.deadline_on between :today::date and :today::date + ${NEAR_DAYS}`,
    notStarted: `activities.status = 'not_started'`,
    rejected: 'activities.rejected_at is not null',
    extensionRequested: 'activities.requested_to is not null',
    idle: `activities.last_act_on <= :today::date - ${IDLE_DAYS}`,
  },
};
