import { refusalToChangeEmail } from '../../domain/activity/policy.ts';
import { isSameEmail, needsConfirmation } from '../../domain/people/email-change.ts';
import { isPrivileged, type Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { requestEmailChange } from '../account/email-change.ts';
import { sendToken } from '../account/reset-password.ts';
import { definedOf } from '../defined-of.ts';
import { demandUnchanged, versionOf } from '../demand-unchanged.ts';
import type { UseCase } from '../use-case.ts';
import { lockAccount } from './lock-account.ts';
import { recordPersonEdit } from './record-person.ts';

type Edited = Omit<Person, 'id' | 'isActive'>;

const editedOf = ({ employeeNumber, firstName, lastName, email, level, department, position, alias, phone, kind }: Edited): Edited => ({
  employeeNumber,
  firstName,
  lastName,
  email,
  level,
  department,
  position,
  alias,
  phone,
  kind,
});

/** The fingerprint of what may be edited of an account. */
export const accountVersion = (account: Edited): string => versionOf(editedOf(account));

type OwnField = 'alias' | 'phone';
/** Undefined leaves an alias or a phone as it is stored. */
type Input = Omit<Edited, OwnField> & { [Field in OwnField]?: Edited[Field] | undefined } & { id: number; seen?: string | undefined };

/**
 * An administrator corrects an account; `seen` is the version it was shown in. Another email of somebody with a password waits until it
 * is confirmed. An invitation that was not taken up is sent to the new address, and what was mailed to the earlier one ends.
 */
export const updateUser: UseCase<Input, void> = async (context) => {
  const { repos, actor, now, input } = context;
  const { id, seen, ...given } = input;
  const account = await lockAccount(context, id, given.kind);
  const changes: Edited = { ...editedOf(account), ...definedOf(given) };
  demandUnchanged(seen, editedOf(account), changes);
  const hasNewEmail = !isSameEmail(account.email, changes.email);
  const no = hasNewEmail && refusalToChangeEmail(actor, account, now);
  if (no) throw new Refused(no);

  const mustConfirm = needsConfirmation(account, changes.email);
  const outcome = await repos.users.update(id, {
    ...changes,
    email: mustConfirm ? account.email : changes.email,
    ...(isPrivileged(account) && !isPrivileged(changes) && { privilegeLostAt: now }),
  });
  if (outcome !== 'updated') throw new Refused({ code: `user.${outcome}` });
  await recordPersonEdit(context, 'person.edit', account, { ...account, ...changes, ...(mustConfirm && { email: account.email }) });
  if (mustConfirm) await requestEmailChange(context, account, changes.email);
  if (!hasNewEmail || mustConfirm) return;
  await repos.passwordResets.removeOf(id);
  if (account.isActive) await sendToken(context, 'invitation', id);
};
