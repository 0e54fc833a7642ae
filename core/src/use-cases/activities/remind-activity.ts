import { localDay } from '../../domain/calendar.ts';
import { Refused } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';

/** Reminds the responsible for the owner, once for each activity and business day (docs/product.md, 3). */
export const remindActivity: UseCase<{ activityId: number; message: string | null }, void> = async (context) => {
  const { input, repos, today, zone } = context;
  const activity = await lockAuthorized('remind', context, input.activityId);
  const at = await repos.history.findLastMoment(activity.id, 'remind');
  if (at && localDay(zone, at) === today) throw new Refused({ code: 'activity.alreadyReminded', at, zone });
  await applyAct('remind', context, activity, { note: input.message, notifications: [['reminded', activity.assigneeId]] });
};
