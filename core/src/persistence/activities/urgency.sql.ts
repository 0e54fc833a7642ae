import { IDLE_DAYS, NEAR_DAYS, type UrgencyMark } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';

/** The same as `isUndelivered`. A rejection removes the day of delivery. */
export const IS_UNDELIVERED = 'activities.is_open and activities.closed_at is null';

/** The column `urgency` is `urgencyKey` with the days from this one to the deadline in place of the days left. */
export const URGENCY_EPOCH = '2000-01-01' as CalendarDate;

/** The conditions of urgency marks on the day `:today`. Every mark needs `within`. */
export const urgencyMarkConditions: { within: string; words: Record<UrgencyMark, string> } = {
  within: IS_UNDELIVERED,
  words: {
    late: 'activities.deadline_on < :today::date',
    today: 'activities.deadline_on = :today::date',
    week: `activities.deadline_on between :today::date and :today::date + ${NEAR_DAYS}`,
    notStarted: `activities.status = 'not_started'`,
    rejected: 'activities.rejected_at is not null',
    idle: `activities.last_act_on <= :today::date - ${IDLE_DAYS}`,
  },
};
