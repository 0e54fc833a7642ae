import type { Registered, UseCase } from '../use-case.ts';
import { addComment, applyAct } from './apply-act.ts';
import { lockAuthorized } from './lock-authorized.ts';

/** Anybody who can see the activity comments on it. */
export const commentActivity: UseCase<{ activityId: number; body: string }, Registered> = async (context) => {
  const { activityId, body } = context.input;
  const activity = await lockAuthorized('comment', context, activityId);
  const { facts, notifications } = await addComment(context, activity, body);
  await applyAct('comment', context, activity, { facts, notifications });
  return { id: facts.comment.id };
};
