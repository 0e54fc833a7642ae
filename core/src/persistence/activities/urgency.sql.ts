import { IDLE_DAYS, NEAR_DAYS, type UrgencyMark } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';

/** `isUndelivered`: open work that nobody delivered. A rejection removes the day of delivery. */
export const IS_UNDELIVERED = 'activities.is_open and activities.closed_at is null';

/** The day that deadlines are counted from in the column `urgency`, which is `urgencyKey` with the deadline in place of the days left. */
export const URGENCY_EPOCH = '2000-01-01' as CalendarDate;

/** `urgencyMarksOf` on the day `:today`. */
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
