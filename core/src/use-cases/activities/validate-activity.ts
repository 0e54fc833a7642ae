import { refusal } from '../../domain/activities/policy.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { addComment, applyAct, lockAuthorized } from './apply-act.ts';
import { registerSuccessor } from './repeat-activity.ts';

export interface Verdict {
  activityId: number;
  comment: string | null;
  verdict: 'Verified' | 'Rejected';
  /** The person who last completed each activity, where the caller read it under the locks; otherwise it is read here. */
  deliverers?: ReadonlyMap<number, number | null>;
}

/**
 * Verifies the work for its owner, or sends it back with the reason, which stays as a comment of theirs (docs/product.md, 3). A past
 * substitute may send back what they delivered, because the work would otherwise wait for a verdict that its owner may not give.
 */
export const validateActivity: UseCase<Verdict, void> = async (context) => {
  const { activityId, comment, verdict, deliverers } = context.input;
  if (verdict === 'Rejected' && !comment) throw invalid('comment', 'rejectionBlank');
  const act = verdict === 'Verified' ? 'approve' : 'reject';
  const activity = await lockAuthorized(act, context, activityId);

  const delivererId = (deliverers ?? (await context.repos.history.readDeliverers([activityId]))).get(activityId);
  const no = refusal(act, context.actor, { ...activity, delivererId });
  if (no) throw new Refused(no);

  const { assigneeId } = activity;
  const commentChange = comment ? await addComment(context, activity, { body: comment }, [assigneeId]) : { facts: {}, notifications: [] };
  const changes = act === 'reject' ? { resolution: null } : {}; // the history keeps the rejected one
  const verdictKind = act === 'approve' ? 'verified' : 'rejected';
  const notifications = [[verdictKind, assigneeId] as const, ...commentChange.notifications];
  await applyAct(act, context, activity, { changes, note: comment, facts: commentChange.facts, notifications });
  if (act === 'approve') await registerSuccessor(context, activity);
};
