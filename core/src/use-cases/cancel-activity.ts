import { carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { UseCase } from './use-case.ts';

/** The owner calls the work off, for good; a series ends with it. */
export const cancelActivity: UseCase<{ activityId: number }, Done> = async (context) => {
  const activity = await lockFor('cancel', context, context.input.activityId);
  await carryOut('cancel', context, activity, { tells: [['canceled', activity.assigneeId]] });
  return DONE;
};
