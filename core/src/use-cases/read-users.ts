import type { Account } from '../persistence/users.ts';
import { accountVersion } from './update-user.ts';
import type { UseCase } from './use-case.ts';

/** Everybody with an account, by name, each with the version an edit of it was made on. */
export const listUsers: UseCase<unknown, (Account & { version: string })[]> = async ({ repos }) =>
  (await repos.users.all()).map((account) => ({ ...account, version: accountVersion(account) }));
