import { refusalToCancelComment } from '../../domain/activities/policy.ts';
import { Refused } from '../../domain/refusal.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';
import { addComment, applyAct, captureFacts, historyEntry, lockAuthorized, type MaybeCaptured } from './apply-act.ts';

export const commentActivity: UseCase<MaybeCaptured & { activityId: number; body: string }, RegisteredId> = async (context) => {
  const { activityId, body, capturedAt } = context.input;
  const captured = captureFacts(context, context.input);
  const activity = await lockAuthorized('comment', context, activityId);
  const { facts, notifications } = await addComment(context, activity, { body, capturedAt });
  await applyAct('comment', context, activity, { facts: { ...captured, ...facts }, notifications });
  return { id: facts.comment.id };
};

/** Withdraws a comment for its author: it leaves the list, and the history records that it was withdrawn but not its text. */
export const cancelComment: UseCase<{ commentId: number }, void> = async (context) => {
  const { repos, actor, now, input } = context;
  const unlocked = await repos.comments.find(input.commentId);
  const activity = unlocked && (await repos.activities.lock(unlocked.activityId));
  // The comment is read again under the lock: of two cancellations at once the second finds it canceled.
  const comment = activity && (await repos.comments.find(input.commentId));
  if (!comment) throw new Refused({ code: 'comment.unknown' });
  const no = refusalToCancelComment(actor, comment, activity);
  if (no) throw new Refused(no);

  await repos.comments.cancel(comment, now);
  await repos.notifications.withdraw(activity.id, comment.id);
  const { status } = activity;
  const facts = { canceledComment: comment.id };
  await repos.history.add(activity.id, historyEntry('cancelComment', context, { from: status, to: status, facts }));
};
