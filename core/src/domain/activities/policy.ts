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
import type { WorkRequest } from './work-request.ts';

type Rule = (actor: Privileges, activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId' | 'requesterId'>) => boolean;

/** Tells whether somebody is a person, or acts for them while they are away. */
const isOrActsFor = ({ id, substitutesFor = [] }: Privileges, personId: number): boolean =>
  id === personId || substitutesFor.some((absent) => absent.id === personId);
const isOwner: Rule = (actor, activity) => isOrActsFor(actor, activity.ownerId);
const isAssignee: Rule = (actor, activity) => isOrActsFor(actor, activity.assigneeId);
const isParty: Rule = (actor, activity) => isOwner(actor, activity) || isAssignee(actor, activity);

/** Tells whether somebody sees an activity by a part in it or by privilege, and so may speak in it and hears of it. */
export const isViewer: Rule = (actor, activity) => isParty(actor, activity) || isPrivileged(actor);

/** Decides who may know that an activity exists; for everybody else it is unknown (docs/product.md, 2). Who asked for it only reads. */
export const maySee: Rule = (actor, activity) => isViewer(actor, activity) || actor.id === activity.requesterId;

const holders: Record<Holder, Rule> = { owner: isOwner, assignee: isAssignee, ownerOrAssignee: isParty, viewer: isViewer };

/** Decides who may do what to an activity (docs/product.md, 2). `lifecycle.ts` decides when it is possible. */
export const activityPolicy = {
  start: 'assignee',
  complete: 'assignee',
  approve: 'owner',
  reject: 'owner',
  cancel: 'owner',
  comment: 'viewer',
  addEvidence: 'viewer',
  addDocuments: 'viewer',
  extend: 'owner',
  requestExtension: 'assignee',
  declineExtension: 'owner',
  withdrawExtensionRequest: 'assignee',
  pause: 'ownerOrAssignee',
  resume: 'ownerOrAssignee',
  remind: 'owner',
  amend: 'owner',
  reassign: 'owner',
  tick: 'assignee',
  untick: 'assignee',
} as const satisfies Record<Act, Holder>;

/**
 * The callers of an endpoint: anyone, any active person for themselves, people that the administration policy allows, or the bot with its
 * service token.
 */
export type Audience = 'anyone' | 'person' | 'service' | ManagementAct;

/** Returns the absent person in whose place `actor` does `act`; null where they may do it as themselves. The history names both. */
export function actsFor(act: Act, actor: Privileges, activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId'>): RepresentedPerson | null {
  const { ownerId, assigneeId } = activity;
  const people = { owner: [ownerId], assignee: [assigneeId], ownerOrAssignee: [ownerId, assigneeId], viewer: [ownerId, assigneeId] };
  const holder = activityPolicy[act];
  return holder === 'viewer' && isPrivileged(actor) ? null : representedBy(actor, people[holder]);
}

const isAnswer = (act: Act, { requestedTo }: ActivityPeople): boolean =>
  act === 'declineExtension' || (act === 'extend' && requestedTo != null);

/**
 * Tells whether a substitute of the owner would decide on work of their own. For a verdict and an answer to a request, also on that of
 * another person that they substitute, and on that of the person who registered the absence.
 */
function answersFor(act: Act, actor: Privileges, activity: ActivityPeople): boolean {
  if (act !== 'approve' && act !== 'reject' && !isAnswer(act, activity)) return actor.id === activity.assigneeId;
  const namedById = representedBy(actor, [activity.ownerId])?.registeredById;
  const isOfWhoNamedThem = namedById !== undefined && [activity.assigneeId, activity.delivererId].includes(namedById);
  return isAssignee(actor, activity) || isOfWhoNamedThem;
}

/**
 * Tells whether a Desarrollador gives the verdict on what its owner delivered. Only releases before 1.3.0 made somebody the owner of what
 * they deliver, and such work would otherwise wait for ever.
 */
const judgesForOwner = (act: Act, actor: Privileges, activity: ActivityPeople): boolean =>
  act === 'approve' && isOwnActivity(activity) && isDeveloper(actor);

/** Returns why `actor` may not do `act` to `activity` now, or null. An activity that a person may not see is unknown to them. */
export function refusal(act: Act, actor: Privileges, activity: ActivityPeople): Refusal | null {
  if (!maySee(actor, activity)) return { code: 'activity.unknown' };
  const holder = activityPolicy[act];
  if (!holders[holder](actor, activity) && !judgesForOwner(act, actor, activity)) return { code: 'activity.forbidden', act, holder };
  if (holder === 'owner' && actor.id !== activity.ownerId && answersFor(act, actor, activity)) return { code: 'activity.ownDelivery' };
  if (!isTimely(act, activity.status)) return { code: 'activity.untimely', act, status: activity.status };
  if ((act === 'extend' || act === 'requestExtension') && activity.extendedTo)
    return { code: 'activity.alreadyExtended', extendedTo: activity.extendedTo };
  const { requestedTo } = activity;
  if (act === 'requestExtension' && (actor.id === activity.ownerId || isOwnActivity(activity))) return { code: 'activity.ownExtension' };
  if (act === 'requestExtension' && requestedTo) return { code: 'activity.extensionRequested', requestedTo };
  if ((act === 'declineExtension' || act === 'withdrawExtensionRequest') && !requestedTo) return { code: 'activity.extensionNotRequested' };
  if (isAnswer(act, activity) && activity.requestedById === actor.id) return { code: 'activity.ownRequest' };
  // Nobody approves what they completed, not even as the owner. Work that was registered as own is verified when it is completed.
  if (act === 'approve' && activity.delivererId === actor.id) return { code: 'activity.ownDelivery' };
  // A person who gives their own work to others assigns it.
  if (act === 'reassign' && isOwnActivity(activity) && !adminPolicy.assignActivities(actsFor(act, actor, activity) ?? actor))
    return { code: 'admin.forbidden', act: 'assignActivities' };
  if (act === 'remind' && isOwnActivity(activity)) return { code: 'activity.ownNotReminded' };
  return null;
}

/** Returns exactly the acts that `refusal` allows, for buttons, keys and cards. The server checks again. */
export const actsOpenTo = (actor: Privileges, activity: ActivityPeople): ReadonlySet<Act> =>
  new Set(acts.filter((act) => !refusal(act, actor, activity)));

/** Returns why a comment cannot be withdrawn, or null: its author alone may do it, while the activity is open. */
export function refusalToCancelComment(
  actor: Privileges,
  comment: { authorId: number; canceledAt: Date | null },
  activity: ActivityPeople,
): Refusal | null {
  if (!maySee(actor, activity)) return { code: 'comment.unknown' };
  if (comment.authorId !== actor.id || !isViewer(actor, activity)) return { code: 'comment.forbidden' };
  if (comment.canceledAt) return { code: 'comment.alreadyCanceled' };
  return isOpen(activity.status) ? null : { code: 'comment.tooLate', status: activity.status };
}

type RequestRule = (actor: Privileges, request: Pick<WorkRequest, 'requesterId'>) => boolean;
const isRequester: RequestRule = (actor, request) => actor.id === request.requesterId;

/** Decides who may do what to a request for work (docs/product.md, 2). A privileged person may assign under every topic. */
export const requestPolicy = {
  read: (actor, request) => isRequester(actor, request) || adminPolicy.assignActivities(actor),
  accept: adminPolicy.assignActivities,
  decline: (actor, request) => !isRequester(actor, request) && adminPolicy.assignActivities(actor),
  withdraw: isRequester,
} as const satisfies Record<string, RequestRule>;
export type RequestAct = keyof typeof requestPolicy;

/** Returns why `actor` may not do `act` to a request now, or null. A request that a person may not read is unknown to them. */
export function requestRefusal(act: RequestAct, actor: Privileges, request: Pick<WorkRequest, 'requesterId' | 'state'>): Refusal | null {
  if (!requestPolicy.read(actor, request)) return { code: 'request.unknown' };
  if (!requestPolicy[act](actor, request)) return { code: 'request.forbidden' };
  return act === 'read' || request.state === 'open' ? null : { code: 'request.closed', state: request.state };
}

interface HasDepartment {
  department: string;
}
export interface TopicMembership extends HasDepartment {
  /** Assigned to it from outside its department. */
  isAssigned: boolean;
}

/** Tells whether a topic's work can be given to somebody active: its department's, everybody's for GENERAL, and those assigned to it. */
export const isEligibleAssignee = (topic: HasDepartment, { department, isAssigned }: TopicMembership): boolean =>
  topic.department === GENERAL || topic.department === department || isAssigned;

/** Tells whether a topic is ever assigned: one that is open to everybody is not. */
export const isAssignable = (topic: HasDepartment): boolean => topic.department !== GENERAL;

/** Tells whether a topic can be assigned to somebody: people of its own department have it already. */
export const isExternal = (topic: HasDepartment, person: HasDepartment): boolean => topic.department !== person.department;

export function assignableOutsiders<Someone extends HasDepartment & { id: number; isActive: boolean }>(
  topic: HasDepartment & { id: number },
  people: readonly Someone[],
  assignments: readonly { topicId: number; userId: number }[],
): Someone[] {
  const has = new Set(assignments.filter(({ topicId }) => topicId === topic.id).map(({ userId }) => userId));
  return people.filter((one) => one.isActive && isExternal(topic, one) && !has.has(one.id));
}

export const mayRegisterUnder = (topic: HasDepartment, actor: Pick<Person, 'kind' | 'position'>, belonging: TopicMembership): boolean =>
  isPrivileged(actor) || isEligibleAssignee(topic, belonging);
