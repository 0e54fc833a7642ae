import { isAcceptablePassword } from '../domain/password.ts';
import { DEVELOPER } from '../domain/person.ts';
import { invalid, Refused } from '../domain/refusal.ts';
import { validation } from '../messages/validation.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import type { Registered } from './done.ts';
import type { OpenUseCase } from './use-case.ts';

const someone = {
  firstName: 'Administración',
  lastName: 'Bitácora',
  level: 'Administración',
  department: 'Sistemas',
  position: 'Administrador de Bitácora',
  alias: null,
  phone: null,
};

/** Registers a Desarrollador who can log in at once, for a database that has nobody who could invite them (decisions, section 5). */
export const createAdministrator: OpenUseCase<{ email: string; password: string }, Registered> = async ({ repos, now, input }) => {
  const { email, password } = input;
  if (!isAcceptablePassword('reset', password)) throw invalid('password', validation.resetPasswordInvalid);
  const id = await repos.users.add({ ...someone, email, kind: DEVELOPER, employeeNumber: 'ADMIN-1' }, now);
  if (typeof id === 'string') throw new Refused({ code: `user.${id}` });
  await repos.users.setPasswordHash(id, await hashPassword(password));
  return { success: true, id };
};
