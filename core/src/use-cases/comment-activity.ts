import { addComment, carryOut } from './carry-out.ts';
import type { Registered } from './done.ts';
import { lockFor } from './lock-for.ts';
import type { UseCase } from './use-case.ts';

/** Whoever can see the activity says something about it. */
export const commentActivity: UseCase<{ activityId: number; body: string }, Registered> = async (context) => {
  const { activityId, body } = context.input;
  const activity = await lockFor('comment', context, activityId);
  const filed = await addComment(context, activityId, body);
  await carryOut('comment', context, activity, { filed });
  return { success: true, id: filed.comment.id };
};
