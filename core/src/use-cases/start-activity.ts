import { carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { UseCase } from './use-case.ts';

/** The assignee takes up the work. */
export const startActivity: UseCase<{ activityId: number }, Done> = async (context) => {
  const activity = await lockFor('start', context, context.input.activityId);
  await carryOut('start', context, activity);
  return DONE;
};
