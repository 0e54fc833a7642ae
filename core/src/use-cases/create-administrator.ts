import { isAcceptablePassword } from '../domain/password.ts';
import { DEVELOPER, type Person } from '../domain/person.ts';
import { invalid, Refused } from '../domain/refusal.ts';
import { validation } from '../messages/validation.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import type { Registered } from './done.ts';
import type { OpenUseCase } from './use-case.ts';

const someone = {
  level: 'Administración',
  department: 'Sistemas',
  position: 'Administrador de Bitácora',
  alias: null,
  phone: null,
};
const nobodyInParticular = { firstName: 'Administración', lastName: 'Bitácora' };

interface Administrator {
  email: string;
  password: string;
  name?: Pick<Person, 'firstName' | 'lastName'>;
}

/** Registers a Desarrollador who can log in at once, for a database that has nobody who could invite them (decisions, section 5). */
export const createAdministrator: OpenUseCase<Administrator, Registered> = async ({ repos, now, input }) => {
  const { email, password, name = nobodyInParticular } = input;
  if (!isAcceptablePassword('reset', password)) throw invalid('password', validation.resetPasswordInvalid);
  const passwordHash = await hashPassword(password);
  for (let n = 1; ; n++) {
    const id = await repos.users.add({ ...someone, ...name, email, kind: DEVELOPER, employeeNumber: `ADMIN-${n}` }, now);
    if (id === 'duplicateNumber') continue;
    if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
    await repos.users.setPasswordHash(id, passwordHash);
    return { success: true, id };
  }
};
