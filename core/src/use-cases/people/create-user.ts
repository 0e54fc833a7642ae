import { EMPLOYEE } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { NewPerson } from '../../persistence/users.ts';
import { sendToken } from '../account/reset-password.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';
import { recordRegistration } from './record-person.ts';

type NewUser = Omit<NewPerson, 'kind' | 'managerId'> & { managerId?: number | null | undefined };

/** Registers a person without a password and invites them to set one (docs/product.md, 5). Nobody reports to them yet, so no cycle can be. */
export const createUser: UseCase<NewUser, RegisteredId> = async (context) => {
  const { repos, now, input } = context;
  const { managerId = null, ...given } = input;
  if (managerId !== null && !(await repos.users.hold(managerId))) throw invalid('managerId', 'managerUnknown');
  const person = { ...given, kind: EMPLOYEE };
  const id = await repos.users.add({ ...person, managerId }, now);
  if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
  const manager = managerId === null ? {} : { manager: (await repos.users.labelsOf([managerId])).get(managerId) ?? null };
  await recordRegistration(context, { ...person, ...manager, id, isActive: true });
  await sendToken(context, 'invitation', id);
  return { id };
};
