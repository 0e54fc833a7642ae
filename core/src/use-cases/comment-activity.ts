import { carryOut } from './carry-out.ts';
import type { Registered } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { UseCase } from './use-case.ts';

/** Whoever can see the activity says something about it. */
export const commentActivity: UseCase<{ activityId: number; body: string }, Registered> = async (context) => {
  const { activityId, body } = context.input;
  const activity = await lockFor('comment', context, activityId);
  const id = await context.repos.comments.add({ activityId, authorId: context.actor.id, body, writtenAt: context.now });
  await carryOut('comment', context, activity);
  return { success: true, id };
};
