import { DAY_MS } from '../calendar.ts';
import {
  adminPolicy,
  isDeveloper,
  isPrivileged,
  type ManagementAct,
  type Person,
  type Privileges,
  type RepresentedPerson,
  representedBy,
} from '../people/person.ts';
import type { Refusal } from '../refusal.ts';
import { type ActivityPeople, GENERAL, type Holder, isOpen, isOwnActivity } from './activity.ts';
import { type Act, acts, isTimely } from './lifecycle.ts';

type Rule = (actor: Privileges, activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId'>) => boolean;

/** Whether somebody is a person, or acts for them while they are away. */
const isOrActsFor = ({ id, substitutesFor = [] }: Privileges, personId: number): boolean =>
  id === personId || substitutesFor.some((absent) => absent.id === personId);
const isOwner: Rule = (actor, activity) => isOrActsFor(actor, activity.ownerId);
const isAssignee: Rule = (actor, activity) => isOrActsFor(actor, activity.assigneeId);
const isParty: Rule = (actor, activity) => isOwner(actor, activity) || isAssignee(actor, activity);

/** Who may know that an activity exists; for everybody else it is unknown (docs/product.md, 2). */
export const maySee: Rule = (actor, activity) => isParty(actor, activity) || isPrivileged(actor);

const holders: Record<Holder, Rule> = { owner: isOwner, assignee: isAssignee, ownerOrAssignee: isParty, viewer: maySee };

/** Who may do what to an activity (docs/product.md, 2). When it is possible: `lifecycle.ts`. */
export const activityPolicy = {
  start: 'assignee',
  complete: 'assignee',
  approve: 'owner',
  reject: 'owner',
  cancel: 'owner',
  comment: 'viewer',
  addEvidence: 'viewer',
  extend: 'owner',
  pause: 'ownerOrAssignee',
  resume: 'ownerOrAssignee',
  remind: 'owner',
  amend: 'owner',
  reassign: 'owner',
  tick: 'assignee',
  untick: 'assignee',
} as const satisfies Record<Act, Holder>;

/**
 * Who an endpoint is for: anyone, any active person for themselves, people that the administration policy allows, or the bot with its
 * service token.
 */
export type Audience = 'anyone' | 'person' | 'service' | ManagementAct;

/** The absent person in whose place `actor` does `act`; null where they may do it as themselves. The history names both. */
export function actsFor(act: Act, actor: Privileges, activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId'>): RepresentedPerson | null {
  const { ownerId, assigneeId } = activity;
  const people = { owner: [ownerId], assignee: [assigneeId], ownerOrAssignee: [ownerId, assigneeId], viewer: [ownerId, assigneeId] };
  const holder = activityPolicy[act];
  return holder === 'viewer' && isPrivileged(actor) ? null : representedBy(actor, people[holder]);
}

/**
 * Whether a substitute of the owner would decide on work of their own. For a verdict, also on that of another person that they substitute.
 */
const answersFor = (act: Act, actor: Privileges, activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId'>): boolean =>
  act === 'approve' || act === 'reject' ? isAssignee(actor, activity) : actor.id === activity.assigneeId;

/** Why `actor` may not do `act` to `activity` now, or null. What a person may not see is unknown to them. */
export function refusal(act: Act, actor: Privileges, activity: ActivityPeople): Refusal | null {
  if (!maySee(actor, activity)) return { code: 'activity.unknown' };
  const holder = activityPolicy[act];
  if (!holders[holder](actor, activity)) return { code: 'activity.forbidden', act, holder };
  if (holder === 'owner' && actor.id !== activity.ownerId && answersFor(act, actor, activity)) return { code: 'activity.ownDelivery' };
  if (!isTimely(act, activity.status)) return { code: 'activity.untimely', act, status: activity.status };
  if (act === 'extend' && activity.extendedTo) return { code: 'activity.alreadyExtended', extendedTo: activity.extendedTo };
  // Nobody approves what they completed for another, not even as the owner.
  if (act === 'approve' && !isOwnActivity(activity) && activity.delivererId === actor.id) return { code: 'activity.ownDelivery' };
  // To give one's own work to others is to assign it.
  if (act === 'reassign' && isOwnActivity(activity) && !adminPolicy.assignActivities(actsFor(act, actor, activity) ?? actor))
    return { code: 'admin.forbidden', act: 'assignActivities' };
  if (act === 'remind' && isOwnActivity(activity)) return { code: 'activity.ownNotReminded' };
  return null;
}

/** Exactly the acts `refusal` allows: for buttons, keys and cards. The server asks again. */
export const actsOpenTo = (actor: Privileges, activity: ActivityPeople): ReadonlySet<Act> =>
  new Set(acts.filter((act) => !refusal(act, actor, activity)));

/**
 * Why `actor` may not change an account, or null: only a Desarrollador touches one of a Desarrollador. Changing its email would hand it
 * over, and only they make or unmake one (docs/product.md, 2). `becoming` is the kind asked for.
 */
export function refusalToManage(actor: Privileges, account: Privileges, becoming: string = account.kind): Refusal | null {
  if (adminPolicy.makeDevelopers(actor)) return null;
  if (isDeveloper({ kind: becoming }) !== isDeveloper(account)) return { code: 'user.developerOnly' };
  return isDeveloper(account) ? { code: 'user.developerProtected' } : null;
}

/** How long an account that lost its privilege keeps the protection of its email. */
const PROTECTED_AFTER_MS = 30 * DAY_MS;

/**
 * Why `actor` may not change an account's email, or null: with the mail of an account comes its password reset. Only a Desarrollador
 * changes that of a privileged person. Taking the position away first does not help: the protection lasts 30 days longer.
 */
export function refusalToChangeEmail(
  actor: Privileges,
  account: Privileges & { privilegeLostAt?: Date | null },
  now: Date,
): Refusal | null {
  if (isDeveloper(actor)) return null;
  const lostAt = account.privilegeLostAt;
  const wasPrivileged = lostAt ? now.getTime() - lostAt.getTime() < PROTECTED_AFTER_MS : false;
  return isPrivileged(account) || wasPrivileged ? { code: 'user.emailProtected' } : null;
}

/** A comment is withdrawn by its author alone, while the activity is open. */
export function refusalToCancelComment(
  actor: Privileges,
  comment: { authorId: number; canceledAt: Date | null },
  activity: ActivityPeople,
): Refusal | null {
  if (!maySee(actor, activity)) return { code: 'comment.unknown' };
  if (comment.authorId !== actor.id) return { code: 'comment.forbidden' };
  if (comment.canceledAt) return { code: 'comment.alreadyCanceled' };
  return isOpen(activity.status) ? null : { code: 'comment.tooLate', status: activity.status };
}

interface HasDepartment {
  department: string;
}
/** Where somebody stands towards one topic. */
export interface TopicMembership extends HasDepartment {
  /** Assigned to it from outside its department. */
  isAssigned: boolean;
}

/** Whether a topic's work can be given to somebody active: its department's, everybody's for GENERAL, and those assigned to it. */
export const isEligibleAssignee = (topic: HasDepartment, { department, isAssigned }: TopicMembership): boolean =>
  topic.department === GENERAL || topic.department === department || isAssigned;

/** Whether a topic is ever assigned: one that is open to everybody is not. */
export const isAssignable = (topic: HasDepartment): boolean => topic.department !== GENERAL;

/** Whether a topic can be assigned to somebody: people of its own department have it already. */
export const isExternal = (topic: HasDepartment, person: HasDepartment): boolean => topic.department !== person.department;

/** The active people of other departments who do not have a topic yet. */
export function assignableOutsiders<Someone extends HasDepartment & { id: number; isActive: boolean }>(
  topic: HasDepartment & { id: number },
  people: readonly Someone[],
  assignments: readonly { topicId: number; userId: number }[],
): Someone[] {
  const has = new Set(assignments.filter(({ topicId }) => topicId === topic.id).map(({ userId }) => userId));
  return people.filter((one) => one.isActive && isExternal(topic, one) && !has.has(one.id));
}

/** Whether somebody may register work under a topic. */
export const mayRegisterUnder = (topic: HasDepartment, actor: Pick<Person, 'kind' | 'position'>, belonging: TopicMembership): boolean =>
  isPrivileged(actor) || isEligibleAssignee(topic, belonging);
