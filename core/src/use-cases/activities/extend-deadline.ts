import type { Activity } from '../../domain/activities/activity.ts';
import { type CalendarDate, laterDay } from '../../domain/calendar.ts';
import type { HolidayNotice } from '../../domain/holidays.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ActContext, UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';

/** Refuses a day before today or before the expected date (docs/product.md, 3). */
export function demandExtensionDay(field: string, day: CalendarDate, { dueOn }: Activity, { today }: ActContext): void {
  const earliest = laterDay(dueOn, today);
  if (day < earliest) throw invalid(field, 'extensionTooEarly', { day: earliest });
}

/** Grants the one extension for the owner, asked for or not. */
export const extendDeadline: UseCase<{ activityId: number; extendedTo: CalendarDate; reason: string }, HolidayNotice> = async (context) => {
  const { activityId, extendedTo, reason } = context.input;
  const activity = await lockAuthorized('extend', context, activityId);
  demandExtensionDay('extendedTo', extendedTo, activity, context);
  await applyAct('extend', context, activity, {
    changes: { extendedTo, extensionReason: reason },
    facts: { reason },
    notifications: [['extended', activity.assigneeId]],
  });
  return { holiday: await context.repos.holidays.find(extendedTo) };
};
