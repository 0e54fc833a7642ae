import { isOwnActivity } from '../domain/activity.ts';
import { announce, carryOut } from './carry-out.ts';
import { DONE, type Done } from './done.ts';
import { lockFor } from './lock-for.ts';
import { registerSuccessor } from './register-successor.ts';
import type { UseCase } from './use-case.ts';

/** The assignee declares the work done; its owner is asked to verify it. An own activity is verified at once. */
export const completeActivity: UseCase<{ activityId: number; resolution: string }, Done> = async (context) => {
  const { activityId, resolution } = context.input;
  const activity = await lockFor('complete', context, activityId);
  const historyId = await carryOut('complete', context, activity, { resolution }, resolution);

  if (isOwnActivity(activity)) await registerSuccessor(context, activity);
  else await announce('verificationRequested', context, { activityId, recipientId: activity.ownerId, historyId });
  return DONE;
};
