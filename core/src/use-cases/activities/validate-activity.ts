import { refusal } from '../../domain/activity/policy.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { addComment, applyAct } from './apply-act.ts';
import { lockAuthorized } from './lock-authorized.ts';
import { registerSuccessor } from './register-successor.ts';

export interface Verdict {
  activityId: number;
  comment: string | null;
  verdict: 'Verified' | 'Rejected';
  /** Who last completed each of the activities, where they were read under their locks; otherwise it is read here. */
  deliverers?: ReadonlyMap<number, number | null>;
}

/**
 * The owner verifies the work, or sends it back with the reason, which stays as a comment of theirs (docs/product.md, 3). A past substitute
 * may send back what they delivered, because the work would otherwise wait for a verdict that its owner may not give.
 */
export const validateActivity: UseCase<Verdict, void> = async (context) => {
  const { activityId, comment, verdict, deliverers } = context.input;
  if (verdict === 'Rejected' && !comment) throw invalid('comment', 'rejectionBlank');
  const act = verdict === 'Verified' ? 'approve' : 'reject';
  const activity = await lockAuthorized(act, context, activityId);

  const delivererId = (deliverers ?? (await context.repos.history.deliverersOf([activityId]))).get(activityId);
  const no = refusal(act, context.actor, { ...activity, delivererId });
  if (no) throw new Refused(no);

  const { assigneeId } = activity;
  const commentChange = comment ? await addComment(context, activity, comment, [assigneeId]) : { facts: {}, notifications: [] };
  const changes = act === 'reject' ? { resolution: null } : {}; // the history keeps the rejected one
  const verdictOf = act === 'approve' ? 'verified' : 'rejected';
  const notifications = [[verdictOf, assigneeId] as const, ...commentChange.notifications];
  await applyAct(act, context, activity, { changes, note: comment, facts: commentChange.facts, notifications });
  if (act === 'approve') await registerSuccessor(context, activity);
};
