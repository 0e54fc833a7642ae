import { isOwnActivity } from '../domain/activity.ts';
import { carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import { registerSuccessor } from './register-successor.ts';
import type { UseCase } from './use-case.ts';

/** The assignee declares the work done; its owner is asked to verify it. An own activity is verified at once. */
export const completeActivity: UseCase<{ activityId: number; resolution: string }, Done> = async (context) => {
  const { activityId, resolution } = context.input;
  const activity = await lockFor('complete', context, activityId);
  const tells = [['verificationRequested', activity.ownerId]] as const;
  await carryOut('complete', context, activity, { facts: { resolution }, note: resolution, tells });
  if (isOwnActivity(activity)) await registerSuccessor(context, activity);
  return DONE;
};
