import type { Person } from '../../domain/people/person.ts';
import { definedOf } from '../demand-unchanged.ts';
import { recordPersonEdit } from '../people/record-person.ts';
import type { UseCase } from '../use-case.ts';

/** The little of an account that its owner changes alone. What the call does not carry stays as it is. */
export const updateProfile: UseCase<Partial<Pick<Person, 'alias' | 'phone'>>, void> = async (context) => {
  const { repos, actor, input } = context;
  const changes = definedOf({ alias: input.alias, phone: input.phone });
  await repos.users.update(actor.id, changes);
  await recordPersonEdit(context, 'person.editOwn', actor, { ...actor, ...changes });
};
