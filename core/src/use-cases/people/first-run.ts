import type { Person } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { hashOf, isSame, newTypedCode, plainCode } from '../../secrets/tokens.ts';
import type { OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';
import { createAdministrator } from './create-administrator.ts';

/** A code for the first administrator of an empty database; null where somebody is registered. Only its hash is stored. */
export const openFirstRun: OpenUseCase<unknown, string | null> = async ({ repos }) => {
  await repos.installation.lockFirstStart();
  if (!(await repos.users.isEmpty())) {
    await repos.installation.forgetFirstRunCodes();
    return null;
  }
  const code = newTypedCode();
  await repos.installation.addFirstRunCode(hashOf(plainCode(code)));
  return code;
};

/** Whether nobody is registered, so that who has the code may become the first administrator. */
export const needsFirstRun: OpenUseCase<unknown, boolean> = ({ repos }) => repos.users.isEmpty();

type FirstAdministrator = Pick<Person, 'firstName' | 'lastName' | 'email'> & { code: string; password?: string | undefined };

/** Registers the first administrator, who proves by the code that they read the server's log (docs/product.md, 5.15). Of two at once the second finds nothing. */
export const createFirstAdministrator: OpenUseCase<FirstAdministrator, RegisteredId> = async ({ input, ...context }) => {
  const { users, installation } = context.repos;
  await installation.lockFirstStart();
  if (!(await users.isEmpty())) throw new Refused({ code: 'route.unknown' });
  const codes = await installation.firstRunCodes();
  const { code, firstName, lastName, email, password } = input;
  const typed = hashOf(plainCode(code));
  if (!codes.some((hash) => isSame(hash, typed))) throw invalid('code', 'firstRunCodeWrong');
  const registered = await createAdministrator({ ...context, input: { email, password, name: { firstName, lastName } } });
  await installation.forgetFirstRunCodes();
  return registered;
};

/** What a new company has done of its first steps. */
export const readFirstSteps: UseCase<
  unknown,
  { hasPeople: boolean; hasTopic: boolean; hasActivity: boolean; hasBackup: boolean }
> = async ({ repos }) => ({
  ...(await repos.serverStatus.firstSteps()),
  hasBackup: (await repos.installation.backupAt()) !== null,
});
