import { EMPLOYEE, type Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { sendToken } from '../account/reset-password.ts';
import type { Registered, UseCase } from '../use-case.ts';
import { recordRegistration } from './record-person.ts';

/** Registers a person without a password and invites them to set one (docs/product.md, 5). */
export const createUser: UseCase<Omit<Person, 'id' | 'isActive' | 'kind'>, Registered> = async (context) => {
  const person = { ...context.input, kind: EMPLOYEE };
  const id = await context.repos.users.add(person, context.now);
  if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
  await recordRegistration(context, { ...person, id, isActive: true });
  await sendToken(context, 'invitation', id);
  return { id };
};
