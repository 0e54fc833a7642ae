import { DAY_MS } from '../calendar.ts';
import { adminPolicy, isDeveloper, isPrivileged, managersAbove, type Privileges } from '../people/person.ts';
import type { Refusal } from '../refusal.ts';
import { type ActivityPeople, isOwnActivity } from './activity.ts';

/*
 * Duties that one person may not unite (docs/product.md, 5). Who delivers does not choose who verifies, so the rules look at each act that
 * changes the people of a rule: an absence, an account, a hand-over. `policy.ts` has the verdict itself.
 */

/** The fields of an account that duties depend on: its privilege, and its boss. */
export interface Subordinate extends Pick<Privileges, 'id' | 'kind' | 'position'> {
  managerId: number | null;
}
type Company = readonly Subordinate[];

const managersById = (company: Company) =>
  new Map(company.flatMap(({ id, managerId }) => (managerId === null ? [] : [[id, managerId] as const])));

/** Tells whether somebody decides about a privileged account: a boss above it, or a Desarrollador. */
const hasAuthority = (actor: Privileges, account: Pick<Privileges, 'id'>, company: Company): boolean =>
  isDeveloper(actor) || managersAbove(account.id, managersById(company)).includes(actor.id);

/** Tells whether a privileged person reports to somebody, directly or over others. */
function hasPrivilegedBelow({ id }: Pick<Privileges, 'id'>, company: Company): boolean {
  const managers = managersById(company);
  return company.some((person) => isPrivileged(person) && managersAbove(person.id, managers).includes(id));
}

/**
 * Returns why `actor` may not change an account, or null: only a Desarrollador may change one of a Desarrollador. Changing its email would
 * hand it over, and only they make or unmake one (docs/product.md, 2). `becoming` is the kind asked for.
 */
export function refusalToManage(actor: Privileges, account: Privileges, becoming: string = account.kind): Refusal | null {
  if (adminPolicy.makeDevelopers(actor)) return null;
  if (isDeveloper({ kind: becoming }) !== isDeveloper(account)) return { code: 'user.developerOnly' };
  return isDeveloper(account) ? { code: 'user.developerProtected' } : null;
}

/** The fields of an account that decide whom it has power over, and who has power over it. `refusalToChangeEmail` has the email. */
export const powerFields = ['position', 'kind', 'managerId', 'isActive'] as const;
export type PowerField = (typeof powerFields)[number];

/**
 * Returns why `actor` may not change these fields of an account, or null. Nobody changes their own. Another boss also gives power over
 * everybody below, so the boss of a person above a privileged one counts as that of a privileged one.
 */
export function refusalToChange(actor: Privileges, account: Privileges, fields: readonly PowerField[], company: Company): Refusal | null {
  if (fields.length === 0) return null;
  if (actor.id === account.id) return { code: 'user.ownPower' };
  const isGuarded = isPrivileged(account) || (fields.includes('managerId') && hasPrivilegedBelow(account, company));
  return isGuarded && !hasAuthority(actor, account, company) ? { code: 'user.bossOnly' } : null;
}

/** An account that lost its privilege keeps the protection of its email for this long. */
const PROTECTED_AFTER_MS = 30 * DAY_MS;

/**
 * Returns why `actor` may not change an account's email, or null. The mail of an account receives its password reset. Taking the position
 * away first does not help: the protection lasts 30 days longer.
 */
export function refusalToChangeEmail(
  actor: Privileges,
  account: Privileges & { privilegeLostAt?: Date | null },
  company: Company,
  now: Date,
): Refusal | null {
  const lostAt = account.privilegeLostAt;
  const wasPrivileged = lostAt ? now.getTime() - lostAt.getTime() < PROTECTED_AFTER_MS : false;
  const isGuarded = isPrivileged(account) || wasPrivileged;
  return isGuarded && !hasAuthority(actor, account, company) ? { code: 'user.emailProtected' } : null;
}

/** Returns why `actor` may neither register nor end an absence of a person, or null. */
export function refusalToSetAbsence(actor: Privileges, person: Privileges, company: Company): Refusal | null {
  if (actor.id === person.id) return null;
  if (!adminPolicy.manageUsers(actor)) return { code: 'admin.forbidden', act: 'manageUsers' };
  return isPrivileged(person) && !hasAuthority(actor, person, company) ? { code: 'user.bossOnly' } : null;
}

interface HandOver {
  /** The person who leaves, and the one who takes over. */
  fromId: number;
  toId: number;
  actorId: number;
}

/**
 * Returns who has an activity after a hand-over. Null where somebody would own what they deliver, or where the person who asks would choose
 * the owner of what they deliver. Own work gets the person who asks as its owner, because the successor would otherwise verify it alone.
 */
export function peopleAfterHandOver(
  activity: Pick<ActivityPeople, 'ownerId' | 'assigneeId' | 'delivererId'>,
  { fromId, toId, actorId }: HandOver,
): Pick<ActivityPeople, 'ownerId' | 'assigneeId'> | null {
  const isOwn = isOwnActivity(activity);
  const isOwnerNew = activity.ownerId === fromId;
  const ownerId = isOwnerNew ? (isOwn ? actorId : toId) : activity.ownerId;
  const assigneeId = activity.assigneeId === fromId ? toId : activity.assigneeId;
  const deliverers = [assigneeId, activity.delivererId];
  return deliverers.includes(ownerId) || (isOwnerNew && deliverers.includes(actorId)) ? null : { ownerId, assigneeId };
}
