import { fullName, type Person } from '../../domain/people/person.ts';
import { DONE, type Done } from '../done.ts';
import type { UseCase } from '../use-case.ts';

/** What decides the actor's menu. */
export const readPermissions: UseCase<unknown, Done & Pick<Person, 'employeeNumber' | 'kind' | 'position'>> = async ({ actor }) => ({
  ...DONE,
  ...actor,
});

/** The actor's own card. */
export const readOwnData: UseCase<unknown, Done & Person & { name: string }> = async ({ actor }) => ({
  ...DONE,
  ...actor,
  name: fullName(actor),
});
