import type { Person } from '../domain/person.ts';
import { Refused } from '../domain/refusal.ts';
import { DONE, type Done } from './done.ts';
import { lockAccount } from './lock-account.ts';
import { sendToken } from './reset-password.ts';
import type { UseCase } from './use-case.ts';

/** An administrator corrects an account. What was mailed to an earlier address opens nothing any more; an invitation follows the person. */
export const updateUser: UseCase<Omit<Person, 'isActive'>, Done> = async (context) => {
  const { repos, input } = context;
  const { id, ...changes } = input;
  const account = await lockAccount(context, id, changes.kind);
  const outcome = await repos.users.update(id, changes);
  if (outcome !== 'updated') throw new Refused({ code: `user.${outcome}` });

  if (changes.email.toLowerCase() === account.email.toLowerCase()) return DONE;
  await repos.passwordResets.removeOf(id);
  if (account.isActive && !account.hasPassword) await sendToken(context, 'invitation', id);
  return DONE;
};
