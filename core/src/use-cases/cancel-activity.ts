import { announce, carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { UseCase } from './use-case.ts';

/** The owner calls the work off, for good; a series ends with it. */
export const cancelActivity: UseCase<{ activityId: number }, Done> = async (context) => {
  const { activityId } = context.input;
  const activity = await lockFor('cancel', context, activityId);
  const historyId = await carryOut('cancel', context, activity);
  await announce('canceled', context, { activityId, recipientId: activity.assigneeId, historyId });
  return DONE;
};
