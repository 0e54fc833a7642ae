import { type CalendarDate, laterDay } from '../../domain/calendar.ts';
import type { HolidayNotice } from '../../domain/holidays.ts';
import { invalid } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';

/** Grants the one extension for the owner. The new date lies neither before today nor before the expected date (docs/product.md, 3). */
export const extendDeadline: UseCase<{ activityId: number; extendedTo: CalendarDate; reason: string }, HolidayNotice> = async (context) => {
  const { activityId, extendedTo, reason } = context.input;
  const activity = await lockAuthorized('extend', context, activityId);
  const earliest = laterDay(activity.dueOn, context.today);
  if (extendedTo < earliest) throw invalid('extendedTo', 'extensionTooEarly', { day: earliest });

  await applyAct('extend', context, activity, {
    changes: { extendedTo, extensionReason: reason },
    facts: { reason },
    notifications: [['extended', activity.assigneeId]],
  });
  return { holiday: await context.repos.holidays.find(extendedTo) };
};
