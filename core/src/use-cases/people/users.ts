import { isSameEmail, needsConfirmation } from '../../domain/account/account.ts';
import { powerFields, refusalToChange, refusalToChangeEmail } from '../../domain/activities/duties.ts';
import { isMailAddress } from '../../domain/mail-address.ts';
import { type Actor, EMPLOYEE, isPrivileged, makesCycle, type Person } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { normalise } from '../../domain/text.ts';
import type { LockedAccount, NewPerson, StoredAccount } from '../../persistence/people/users.ts';
import { requestEmailChange } from '../account/email-change.ts';
import { demandManageable, lockAccount } from '../account/lock-account.ts';
import { recordPersonEdit, recordRegistration } from '../account/record-person.ts';
import { sendToken } from '../account/reset-password.ts';
import { demandUnchanged, editVersion, pickDefined } from '../demand-unchanged.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import { spellDepartment } from '../spell-department.ts';
import type { Context, RegisteredId, UseCase } from '../use-case.ts';

type NewUser = Omit<NewPerson, 'kind' | 'managerId'> & { managerId?: number | null | undefined };

/** Registers a person without a password and invites them to set one (docs/product.md, 5). Nobody reports to them yet, so no cycle can be. */
export const createUser: UseCase<NewUser, RegisteredId> = async (context) => {
  const { repos, now, input } = context;
  const { managerId = null, ...given } = input;
  if (managerId !== null && !(await repos.users.hold(managerId))) throw invalid('managerId', 'managerUnknown');
  const person = { ...given, department: await spellDepartment(repos, given.department), kind: EMPLOYEE };
  const id = await repos.users.add({ ...person, managerId }, now);
  if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
  const manager = managerId === null ? null : ((await repos.users.readLabels([managerId])).get(managerId) ?? null);
  await recordRegistration(context, { ...person, manager, id, isActive: true });
  await sendToken(context, 'invitation', id);
  return { id };
};

/** Sends the invitation again; the earlier one no longer holds. */
export const inviteUser: UseCase<{ id: number }, void> = async (context) => {
  const account = await lockAccount(context, context.input.id);
  if (account.hasPassword) throw new Refused({ code: 'user.hasPassword' });
  if (!account.isActive) throw new Refused({ code: 'user.notActive' });
  if (await context.repos.emailReversals.isBlocked(account.id, context.now)) throw new Refused({ code: 'user.resetsBlocked' });
  await sendToken(context, 'invitation', account.id);
  await recordAdminAct(context, { act: 'person.invite', subject: personSubject(account), after: { email: account.email } });
};

const editableFields = [
  ...(['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department'] as const),
  ...(['position', 'alias', 'phone', 'kind'] as const),
] satisfies (keyof Person)[];
type EditableUser = Pick<Person, (typeof editableFields)[number]>;
const editedFields = (account: EditableUser): EditableUser =>
  Object.fromEntries(editableFields.map((field) => [field, account[field]])) as unknown as EditableUser;

/** An account as an editor sees it; the boss is given by name and number. */
type EditView = EditableUser & { manager: string | null };
const pickEditView = (account: EditView): EditView => ({ ...editedFields(account), manager: account.manager });

/**
 * Returns the fingerprint of an account's editable fields. The boss counts by id, because a new name of the boss does not edit this
 * account. The boss counts only where there is one, so that the release before bosses reads the same.
 */
const accountVersion = ({ managerId, ...account }: EditableUser & { managerId: number | null }): string =>
  editVersion({ ...editedFields(account), ...(managerId !== null && { manager: String(managerId) }) });

type OptionalUserField = 'alias' | 'phone';
/** An alias, a phone or a boss that is undefined stays as it is stored. */
type UserEdit = Omit<EditableUser, OptionalUserField> & { [Field in OptionalUserField]?: EditableUser[Field] | undefined } & {
  id: number;
  managerId?: number | null | undefined;
  seen?: string | undefined;
};

async function lockBoth({ repos, actor }: Context<unknown, Actor>, { id, managerId, kind }: UserEdit): Promise<LockedAccount> {
  // A boss changes under a lock, because two edits at once could make a cycle that neither of them sees.
  const managers = managerId ? await repos.users.lockManagers() : null;
  const accounts = await repos.users.lock(id, ...(managerId ? [managerId] : []));
  const account = demandManageable(
    actor,
    accounts.find((one) => one.id === id),
    kind,
  );
  if (!managers || !managerId || managerId === account.managerId) return account;
  const manager = accounts.find((one) => one.id === managerId);
  if (!manager?.isActive || managerId === id) throw invalid('managerId', 'managerUnknown');
  if (makesCycle(id, managerId, managers)) throw invalid('managerId', 'managerCycle');
  return account;
}

/**
 * Corrects an account for an administrator; `seen` is the version that they were shown. Another email of somebody with a password waits
 * until it is confirmed. An invitation that was not taken up is sent to the new address, and what was mailed to the earlier one ends.
 */
export const updateUser: UseCase<UserEdit, void> = async (context) => {
  const { repos, actor, now, input } = context;
  const { id, seen, managerId: givenManager, ...given } = input;
  const account = await lockBoth(context, input);
  const edited: EditableUser = { ...editedFields(account), ...pickDefined(given) };
  // A department that is corrected from one spelling to another would find itself.
  const isNewDepartment = normalise(edited.department) !== normalise(account.department);
  const changes = isNewDepartment ? { ...edited, department: await spellDepartment(repos, edited.department) } : edited;
  const managerId = givenManager === undefined ? account.managerId : givenManager;
  const labels = await repos.users.readLabels([account.managerId, managerId].filter((one) => one !== null));
  const [stored, newManager] = [account.managerId, managerId].map((one) => labels.get(one ?? 0) ?? null) as [string | null, string | null];
  demandUnchanged(seen, pickEditView({ ...account, manager: stored }), { ...changes, manager: newManager }, accountVersion(account));
  const hasNewEmail = !isSameEmail(account.email, changes.email);
  if (hasNewEmail && !isMailAddress(changes.email)) throw invalid('email', 'emailInvalid');
  const company = await repos.users.readCompany();
  const next = { ...account, ...changes, managerId };
  const changedFields = powerFields.filter((field) => next[field] !== account[field]);
  const no =
    refusalToChange(actor, account, changedFields, company) ?? (hasNewEmail ? refusalToChangeEmail(actor, account, company, now) : null);
  if (no) throw new Refused(no);

  // A person who enters with their company's account has no password to lose, but an invitation would let another person set one.
  const hasPassword = account.hasPassword || (hasNewEmail && (await repos.companyAccounts.hasOne(id)));
  const mustConfirm = needsConfirmation({ ...account, hasPassword }, changes.email);
  const outcome = await repos.users.update(id, {
    ...changes,
    email: mustConfirm ? account.email : changes.email,
    managerId,
    ...(isPrivileged(account) && !isPrivileged(changes) && { privilegeLostAt: now }),
  });
  if (outcome !== 'updated') throw new Refused({ code: `user.${outcome}` });
  const after = { ...account, ...changes, ...(mustConfirm && { email: account.email }), manager: newManager };
  await recordPersonEdit(context, 'person.edit', { ...account, manager: stored }, after);
  if (mustConfirm) await requestEmailChange(context, account, changes.email);
  if (!hasNewEmail || mustConfirm) return;
  await repos.passwordResets.removeByUser(id);
  if (account.isActive) await sendToken(context, 'invitation', id);
};

/** Lists everybody with an account, by name, each with the email that waits to be confirmed and the version that an edit sends back. */
export const listUsers: UseCase<
  unknown,
  (StoredAccount & { version: string; pendingEmail: string | null; hasSecondFactor: boolean; areResetsBlocked: boolean })[]
> = async ({ repos, now }) => {
  const pending = await repos.emailChanges.readPending(now);
  const accounts = await repos.users.all();
  const owners = await repos.secondFactors.owners();
  const blocked = await repos.emailReversals.listBlocked(now);
  return accounts.map((account) => ({
    ...account,
    pendingEmail: pending.get(account.id) ?? null,
    version: accountVersion(account),
    hasSecondFactor: owners.has(account.id),
    areResetsBlocked: blocked.has(account.id),
  }));
};
