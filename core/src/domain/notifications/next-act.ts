import type { ActivityPeople } from '../activity/activity.ts';
import { isUndelivered } from '../activity/deadline.ts';
import type { Act } from '../activity/lifecycle.ts';
import { actsOpenTo } from '../activity/policy.ts';
import type { Privileges } from '../people/person.ts';
import type { ActivityKind } from './notification-rules.ts';

/** What moves the work on, the reader's own part first. */
const inOrder: readonly Act[] = ['approve', 'start', 'resume', 'complete'];

/** The act that a notification offers its reader with the activity; null where there is none to offer. */
export function nextActOf(kind: ActivityKind, activity: ActivityPeople & { daysLeft: number }, reader: Privileges): Act | null {
  const open = actsOpenTo(reader, activity);
  const offered: readonly Act[] = kind === 'commented' ? ['comment'] : inOrder;
  const act = offered.find((one) => open.has(one));
  if (act) return act;
  return activity.daysLeft < 0 && isUndelivered(activity) && open.has('remind') ? 'remind' : null;
}
