import { isTimely } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import type { Privileges } from '@bitacora/core/domain/people/person';
import type { ActivityView } from '../../activities/activity.tsx';
import { bulkActs, type UnchangedReason } from '../../messages/bulk-act-texts.ts';

export type BulkAct = 'remind' | 'reassign' | 'cancel';

/** Tells which of the activities the act changes, and says in words why it leaves the others. */
export function splitByOutcome(
  activities: readonly ActivityView[],
  { act, user, assigneeId = null }: { act: BulkAct; user: Privileges; assigneeId?: number | null },
) {
  const isTheirs = (activity: ActivityView) => act === 'reassign' && [activity.assigneeId, activity.ownerId].includes(assigneeId ?? 0);
  const open = activities.filter((activity) => actsOpenTo(user, activity).has(act));
  const changing = open.filter((activity) => !isTheirs(activity));
  const reasons = activities.flatMap((activity): UnchangedReason[] => {
    if (changing.includes(activity)) return [];
    if (open.includes(activity)) return ['alreadyTheirs'];
    if (isTimely(act, activity.status)) return ['notAllowed'];
    return [activity.status === 'completed' ? 'delivered' : 'closed'];
  });
  const areOthers = changing.length === 0 && reasons.every((reason) => reason === 'notAllowed');
  return { open, changing, unchanged: areOthers ? bulkActs.othersOwn : reasons.length > 0 ? bulkActs.unchanged(reasons) : '' };
}
