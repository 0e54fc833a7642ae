import type { StoredAccount } from '../../persistence/users.ts';
import type { UseCase } from '../use-case.ts';
import { accountVersion } from './update-user.ts';

/** Everybody with an account, by name, each with the email that waits to be confirmed and the version an edit of it was made on. */
export const listUsers: UseCase<
  unknown,
  (StoredAccount & { version: string; pendingEmail: string | null; hasSecondFactor: boolean })[]
> = async ({ repos, now }) => {
  const pending = await repos.emailChanges.pending(now);
  const accounts = await repos.users.all();
  const owners = await repos.secondFactors.owners();
  return accounts.map((account) => ({
    ...account,
    pendingEmail: pending.get(account.id) ?? null,
    version: accountVersion(account),
    hasSecondFactor: owners.has(account.id),
  }));
};
