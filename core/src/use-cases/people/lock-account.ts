import { refusalToManage } from '../../domain/activity/policy.ts';
import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { LockedAccount } from '../../persistence/users.ts';

/** The account, locked, once policy lets the actor change it. `becoming` is the kind it is to have. */
export async function lockAccount(
  { actor, repos }: { actor: Actor; repos: Repositories },
  id: number,
  becoming?: string,
): Promise<LockedAccount> {
  const [account] = await repos.users.lock(id);
  return demandManageable(actor, account, becoming);
}

/** The account, when there is one and policy lets the actor change it. */
export function demandManageable(actor: Actor, account: LockedAccount | undefined, becoming?: string): LockedAccount {
  if (!account) throw new Refused({ code: 'user.unknown' });
  const no = refusalToManage(actor, account, becoming);
  if (no) throw new Refused(no);
  return account;
}
