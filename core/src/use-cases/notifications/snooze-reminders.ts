import type { CalendarDate } from '../../domain/calendar.ts';
import { nextDayOfReminders } from '../../domain/holidays.ts';
import { isRemindedOf } from '../../domain/notifications/notification-rules.ts';
import type { UseCase } from '../use-case.ts';

/**
 * The actor is reminded of these activities once more, by chat, on the next day that has reminders. What they are not reminded of is left
 * out. Asked twice, it happens once.
 */
export const snoozeReminders: UseCase<{ activityIds: readonly number[] }, { count: number; remindOn: CalendarDate }> = async (context) => {
  const { repos, actor, input, today } = context;
  const remindOn = nextDayOfReminders(
    today,
    (await repos.holidays.all()).map(({ day }) => day),
  );
  const activities = (await repos.activityViews.of(input.activityIds)).filter((activity) => isRemindedOf(activity, actor));
  await repos.reminders.snooze(
    actor.id,
    activities.map(({ id }) => id),
    remindOn,
  );
  return { count: activities.length, remindOn };
};
