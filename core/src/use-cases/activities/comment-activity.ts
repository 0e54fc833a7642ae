import type { RegisteredId, UseCase } from '../use-case.ts';
import { addComment, applyAct } from './apply-act.ts';
import { captureFacts, type MaybeCaptured } from './capture.ts';
import { lockAuthorized } from './lock-authorized.ts';

/** Anybody who can see the activity comments on it. */
export const commentActivity: UseCase<MaybeCaptured & { activityId: number; body: string }, RegisteredId> = async (context) => {
  const { activityId, body, capturedAt } = context.input;
  const captured = captureFacts(context, context.input);
  const activity = await lockAuthorized('comment', context, activityId);
  const { facts, notifications } = await addComment(context, activity, { body, capturedAt });
  await applyAct('comment', context, activity, { facts: { ...captured, ...facts }, notifications });
  return { id: facts.comment.id };
};
