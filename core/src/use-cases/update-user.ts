import type { Person } from '../domain/person.ts';
import { Refused } from '../domain/refusal.ts';
import { demandUnchanged, versionOf } from './demand-unchanged.ts';
import { DONE, type Done } from './done.ts';
import { lockAccount } from './lock-account.ts';
import { sendToken } from './reset-password.ts';
import type { UseCase } from './use-case.ts';

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

/**
 * An administrator corrects an account; `seen` is the version it was shown in. What was mailed to an earlier address opens nothing any
 * more; an invitation follows the person.
 */
export const updateUser: UseCase<Edited & { id: number; seen?: string | undefined }, Done> = async (context) => {
  const { repos, input } = context;
  const { id, seen, ...changes } = input;
  const account = await lockAccount(context, id, changes.kind);
  demandUnchanged(seen, editedOf(account), changes);
  const outcome = await repos.users.update(id, changes);
  if (outcome !== 'updated') throw new Refused({ code: `user.${outcome}` });

  if (changes.email.toLowerCase() === account.email.toLowerCase()) return DONE;
  await repos.passwordResets.removeOf(id);
  if (account.isActive && !account.hasPassword) await sendToken(context, 'invitation', id);
  return DONE;
};
