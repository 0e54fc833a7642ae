import type { Person } from '../domain/person.ts';
import { definedOf } from './defined-of.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

/** The little of an account that its owner changes alone. What the call does not carry stays as it is. */
export const updateProfile: UseCase<Partial<Pick<Person, 'alias' | 'phone'>>, Done> = async ({ repos, actor, input }) => {
  const { alias, phone } = input;
  await repos.users.update(actor.id, definedOf({ alias, phone }));
  return DONE;
};
