import { closedStatuses } from '../../domain/activities/activity.ts';
import { IDLE_DAYS, NEAR_DAYS, URGENCY_STEP, type UrgencyMark, undeliveredStatuses } from '../../domain/activities/deadline.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { literals } from '../statement.ts';

const IS_UNDELIVERED = `activities.status in ${literals(undeliveredStatuses)}`;

/** The day that deadlines are counted from in `URGENCY_KEY`. */
export const URGENCY_EPOCH = '2000-01-01' as CalendarDate;

/**
 * `urgencyKey` of domain/activities/deadline.ts, with the deadline in place of the days left. The indexes of migrations 0112 and 0120 hold the same
 * expression, and PostgreSQL uses them only while the texts agree.
 */
export const URGENCY_KEY = `(case when activities.status in ${literals(closedStatuses)} then 3 when activities.status = 'completed' then 2
  when activities.rejected_at is not null then 0 else 1 end * ${URGENCY_STEP} + (activities.deadline_on - date '${URGENCY_EPOCH}'))`;

/** `urgencyMarksOf` on the day `:today`. Undelivered work is tested once, because texts compare slowly. */
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
