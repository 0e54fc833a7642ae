import type { Activity } from '../../domain/activity/activity.ts';
import type { Act } from '../../domain/activity/lifecycle.ts';
import { refusal } from '../../domain/activity/policy.ts';
import type { Actor } from '../../domain/people/person.ts';
import { type Refusal, Refused } from '../../domain/refusal.ts';
import type { Repositories } from '../../persistence/repositories.ts';

/** The activity, locked, once policy and life cycle allow the act. Two people acting at once are served one after the other. */
export async function lockAuthorized(act: Act, context: ActorContext, activityId: number): Promise<Activity> {
  return authorized(act, context, await context.repos.activities.lock(activityId));
}

/** The same without a lock, to offer what the act may choose from. */
export async function findAuthorized(act: Act, context: ActorContext, activityId: number): Promise<Activity> {
  return authorized(act, context, await context.repos.activities.find(activityId));
}

interface ActorContext {
  actor: Actor;
  repos: Repositories;
}

async function authorized(act: Act, { actor, repos }: ActorContext, activity: Activity | undefined): Promise<Activity> {
  if (!activity) throw new Refused({ code: 'activity.unknown' });
  const no = refusal(act, actor, activity);
  if (no) throw new Refused(await explained(no, activity, repos));
  return activity;
}

/** Who may, by name: a person who is refused an act may see the activity, and so its people. */
async function explained(no: Refusal, activity: Activity, repos: Repositories): Promise<Refusal> {
  if (no.code !== 'activity.forbidden' || no.holder === 'viewer') return no;
  const ids = { owner: [activity.ownerId], assignee: [activity.assigneeId], ownerOrAssignee: [activity.ownerId, activity.assigneeId] }[
    no.holder
  ];
  return { ...no, names: (await namesOf({ repos }, [...new Set(ids)])).join(' y ') };
}

/** Full names in the order of the ids; `#7` where nobody has that id. */
export async function namesOf({ repos }: { repos: Repositories }, ids: readonly number[]): Promise<string[]> {
  const names = await repos.users.namesOf(ids);
  return ids.map((id) => names.get(id) ?? `#${id}`);
}
