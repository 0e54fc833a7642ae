import { fullName, type Person, type RepresentedPerson } from '../../domain/people/person.ts';
import type { OpenUseCase, UseCase } from '../use-case.ts';

/** Where people ask for help: the configured address, else the first administrator's; empty where there is neither. */
export const readContactUrl: OpenUseCase<{ contactUrl: string | undefined }, string> = async ({ repos, input }) => {
  if (input.contactUrl) return input.contactUrl;
  const email = await repos.users.firstAdministratorEmail();
  return email ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : '';
};

/** What decides the actor's menu. */
export const readPermissions: UseCase<unknown, Pick<Person, 'employeeNumber' | 'kind' | 'position'>> = async ({ actor }) => ({
  ...actor,
});

/** The actor's own card. */
export const readOwnData: UseCase<unknown, Person & { name: string; substitutesFor: RepresentedPerson[] }> = async ({ actor }) => ({
  ...actor,
  substitutesFor: [...(actor.substitutesFor ?? [])],
  name: fullName(actor),
});
