import type { Person } from '../domain/person.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

/** The little of an account that its owner changes alone. */
export const updateProfile: UseCase<Pick<Person, 'alias' | 'phone'>, Done> = async ({ repos, actor, input }) => {
  await repos.users.update(actor.id, { alias: input.alias, phone: input.phone });
  return DONE;
};
