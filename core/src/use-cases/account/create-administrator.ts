import { isAcceptablePassword } from '../../domain/account/account.ts';
import { DEVELOPER, type Person } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { firstAdministrator } from '../../messages/people/users.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { hashSecret, isSame, newTypedCode, plainCode } from '../../secrets/secrets.ts';
import type { OpenUseCase, RegisteredId, UseCase } from '../use-case.ts';
import { recordRegistration } from './record-person.ts';

interface Administrator {
  email: string;
  /** When it is unset, only the company's account opens the new one. */
  password?: string | undefined;
  name?: Pick<Person, 'firstName' | 'lastName'>;
  operator?: string;
}

/** Registers a Desarrollador who can log in at once, for a database that has nobody who could invite them (docs/product.md, 5). */
export const createAdministrator: OpenUseCase<Administrator, RegisteredId> = async (context) => {
  const { repos, now, input } = context;
  const { email, password, operator, name = firstAdministrator.name } = input;
  if (password !== undefined && !isAcceptablePassword('first', password)) throw invalid('password', 'firstPasswordInvalid');
  const passwordHash = password === undefined ? null : await hashPassword(password);
  for (let n = 1; ; n++) {
    const person = { ...firstAdministrator.place, alias: null, phone: null, ...name, email, kind: DEVELOPER, employeeNumber: `ADMIN-${n}` };
    const id = await repos.users.add(person, now);
    if (id === 'duplicateNumber') continue;
    if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
    if (passwordHash) await repos.users.setPasswordHash(id, passwordHash);
    await recordRegistration(context, { ...person, id, isActive: true, manager: null }, operator);
    return { id };
  }
};

/** Makes a code for the first administrator of an empty database; null where somebody is registered. Only its hash is stored. */
export const openFirstRun: OpenUseCase<unknown, string | null> = async ({ repos }) => {
  await repos.installation.lockFirstStart();
  if (!(await repos.users.isEmpty())) {
    await repos.installation.forgetFirstRunCodes();
    return null;
  }
  const code = newTypedCode();
  await repos.installation.addFirstRunCode(hashSecret(plainCode(code)));
  return code;
};

/** Tells whether nobody is registered, so that the person who has the code may become the first administrator. */
export const needsFirstRun: OpenUseCase<unknown, boolean> = ({ repos }) => repos.users.isEmpty();

type FirstAdministrator = Pick<Person, 'firstName' | 'lastName' | 'email'> & { code: string; password?: string | undefined };

/** Registers the first administrator, who proves by the code that they read the server's log (docs/product.md, 5.15). Of two at once the second finds nothing. */
export const createFirstAdministrator: OpenUseCase<FirstAdministrator, RegisteredId> = async ({ input, ...context }) => {
  const { users, installation } = context.repos;
  await installation.lockFirstStart();
  if (!(await users.isEmpty())) throw new Refused({ code: 'route.unknown' });
  const codes = await installation.firstRunCodes();
  const { code, firstName, lastName, email, password } = input;
  const typedHash = hashSecret(plainCode(code));
  if (!codes.some((hash) => isSame(hash, typedHash))) throw invalid('code', 'firstRunCodeWrong');
  const registered = await createAdministrator({ ...context, input: { email, password, name: { firstName, lastName } } });
  await installation.forgetFirstRunCodes();
  return registered;
};

export const readFirstSteps: UseCase<
  unknown,
  { hasPeople: boolean; hasTopic: boolean; hasActivity: boolean; hasBackup: boolean }
> = async ({ repos }) => ({
  ...(await repos.serverStatus.firstSteps()),
  hasBackup: (await repos.installation.backupAt()) !== null,
});
