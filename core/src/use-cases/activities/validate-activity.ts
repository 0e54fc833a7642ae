import { type Activity, nextOccurrence, untickedList } from '../../domain/activities/activity.ts';
import { refusal } from '../../domain/activities/policy.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { ActContext, UseCase } from '../use-case.ts';
import { addComment, applyAct, historyEntry, lockAuthorized, registrationFacts } from './apply-act.ts';

/** Returns what the next one demands: what the template of the series says now, else the same again. Nothing is ticked. */
async function demandsOfSuccessor({ repos }: ActContext, { templateId, topicId, checklist, minimumImages }: Activity) {
  const template = templateId === null ? undefined : await repos.activityTemplates.find(templateId);
  // Work that was moved to another topic no longer follows a template of the earlier one.
  return template?.topicId === topicId
    ? { checklist: untickedList(template.checklist), minimumImages: template.minimumImages }
    : { checklist: untickedList(checklist?.map(({ text }) => text)), minimumImages };
}

/**
 * After a repeatable activity is verified the system registers the next one (docs/product.md, 3). Where an open activity already
 * asks for the same work, or the successor exists, there is nothing to register.
 */
export async function registerSuccessor(context: ActContext, verified: Activity): Promise<void> {
  if (!verified.repeats) return;
  const next = nextOccurrence(verified.repeats, verified.seriesStartsOn, verified.occurrence, context.today);
  if (!next) return;
  const demands = await demandsOfSuccessor(context, verified);
  const successor = { ...verified, ...next, ...demands, createdAt: context.now, predecessorId: verified.id, batchId: null };
  const facts = { ...registrationFacts(successor), predecessorId: verified.id };
  const notifications = [['assigned', verified.assigneeId]] as const;
  const repeat = historyEntry('repeat', { ...context, actor: null }, { from: null, to: 'not_started', facts, notifications });
  await context.repos.activities.add(successor, repeat);
}

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
