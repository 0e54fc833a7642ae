import { isEligibleAssignee } from '../../domain/activities/policy.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { UseCase } from '../use-case.ts';
import { historyEntry, lockAuthorized, readNames } from './apply-act.ts';

interface Reassignment {
  activityId: number;
  assigneeId: number;
  reason: string | null;
}

/** Gives the owner's work to another person; status, comments and evidence stay, and a series continues with them. */
export const reassignActivity: UseCase<Reassignment, void> = async (context) => {
  const { repos, input } = context;
  const { activityId, assigneeId, reason } = input;
  // People are locked before activities, as in a deactivation, because the other order could deadlock.
  await repos.users.hold(assigneeId);
  const activity = await lockAuthorized('reassign', context, activityId);
  if (assigneeId === activity.assigneeId) throw invalid('assigneeId', 'assigneeUnchanged');
  if (assigneeId === activity.ownerId) throw invalid('assigneeId', 'assigneeIsOwner');
  const { topic, people } = await repos.activities.holdPreconditions({
    topicId: activity.topicId,
    dueOn: activity.dueOn,
    people: [assigneeId],
  });
  const assignee = people.get(assigneeId);
  if (!topic || !assignee || !isEligibleAssignee(topic, assignee)) throw invalid('assigneeId', 'assigneeUnknown');

  const [from = '', to = ''] = await readNames(context, [activity.assigneeId, assigneeId]);
  const facts = {
    assigneeId,
    reassigned: { from, to },
    ...(reason !== null && { reason }),
  };
  const notifications = [
    ['assigned', assigneeId],
    ['reassigned', activity.assigneeId],
  ] as const;
  const { status } = activity;
  const entry = historyEntry('reassign', context, { on: activity, from: status, to: status, facts, notifications });
  if (!(await repos.activities.reassign(activityId, assigneeId, entry))) throw new Refused({ code: 'activity.duplicate' });
};
