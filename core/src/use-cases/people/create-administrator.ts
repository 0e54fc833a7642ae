import { isAcceptablePassword } from '../../domain/people/account.ts';
import { DEVELOPER, type Person } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { firstAdministrator } from '../../messages/users.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import type { OpenUseCase, RegisteredId } from '../use-case.ts';
import { recordRegistration } from './record-person.ts';

interface Administrator {
  email: string;
  /** Unset: only the company's account opens it. */
  password?: string | undefined;
  name?: Pick<Person, 'firstName' | 'lastName'>;
  /** Who gave the command on the server. */
  operator?: string;
}

/** Registers a Desarrollador who can log in at once, for a database that has nobody who could invite them (docs/product.md, 5). */
export const createAdministrator: OpenUseCase<Administrator, RegisteredId> = async (context) => {
  const { repos, now, input } = context;
  const { email, password, operator, name = firstAdministrator.name } = input;
  if (password !== undefined && !isAcceptablePassword('reset', password)) throw invalid('password', 'resetPasswordInvalid');
  const passwordHash = password === undefined ? null : await hashPassword(password);
  for (let n = 1; ; n++) {
    const person = { ...firstAdministrator.place, alias: null, phone: null, ...name, email, kind: DEVELOPER, employeeNumber: `ADMIN-${n}` };
    const id = await repos.users.add(person, now);
    if (id === 'duplicateNumber') continue;
    if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
    if (passwordHash) await repos.users.setPasswordHash(id, passwordHash);
    await recordRegistration(context, { ...person, id, isActive: true }, operator);
    return { id };
  }
};
