import type { UseCase } from '../use-case.ts';
import { applyAct, lockAuthorized } from './apply-act.ts';

/** Cancels the work for its owner, for good; a series ends with it. */
export const cancelActivity: UseCase<{ activityId: number }, void> = async (context) => {
  const activity = await lockAuthorized('cancel', context, context.input.activityId);
  await applyAct('cancel', context, activity, { notifications: [['canceled', activity.assigneeId]] });
};
