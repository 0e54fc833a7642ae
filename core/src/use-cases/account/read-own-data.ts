import { fullName, type Person, type Represented } from '../../domain/people/person.ts';
import type { UseCase } from '../use-case.ts';

/** What decides the actor's menu. */
export const readPermissions: UseCase<unknown, Pick<Person, 'employeeNumber' | 'kind' | 'position'>> = async ({ actor }) => ({
  ...actor,
});

/** The actor's own card. */
export const readOwnData: UseCase<unknown, Person & { name: string; substitutesFor: Represented[] }> = async ({ actor }) => ({
  ...actor,
  substitutesFor: [...(actor.substitutesFor ?? [])],
  name: fullName(actor),
});
