import { randomUUID } from 'node:crypto';
import { isAcceptablePassword } from '../../domain/people/account.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { StoredAccount } from '../../persistence/users.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { hashOf } from '../../secrets/tokens.ts';
import { RESET_MS } from '../account/reset-password.ts';
import { personSubject, recordAdminAct } from '../admin/record-admin-act.ts';
import type { ActContext, OpenUseCase } from '../use-case.ts';
import { endAccess } from './lock-account.ts';

interface Rescued {
  email: string;
  /** Who gave the command on the server. */
  operator?: string;
}

/** The account of that address, locked. An inactive one is left to those who look after people. */
async function demandActive({ repos }: Pick<ActContext, 'repos'>, email: string): Promise<StoredAccount> {
  const credentials = await repos.users.credentialsOf(email);
  const [account] = credentials ? await repos.users.lock(credentials.id) : [];
  if (!account) throw new Refused({ code: 'reset.unknownEmail' });
  if (!account.isActive) throw new Refused({ code: 'user.inactive' });
  return account;
}

/** For the operator of the database: the token opens the person's reset for 30 minutes, and nothing else of theirs stays open. */
export const openReset: OpenUseCase<Rescued & { token: string }, { expiresAt: Date }> = async (context) => {
  const { repos, now, input } = context;
  const account = await demandActive(context, input.email);
  const userId = account.id;
  const expiresAt = new Date(now.getTime() + RESET_MS);
  await repos.passwordResets.replace({ id: randomUUID(), userId, tokenHash: hashOf(input.token), expiresAt, isMailed: false }, now);
  await repos.emailChanges.removeOf(userId);
  await endAccess(context, userId);
  await recordAdminAct(context, { act: 'password.requestReset', subject: personSubject(account), operator: input.operator });
  return { expiresAt };
};

/** For the operator of the database: sets a person's password; a reset that was pending opens nothing any more. */
export const setPassword: OpenUseCase<Rescued & { password: string }, void> = async (context) => {
  const { repos, input } = context;
  if (!isAcceptablePassword('reset', input.password)) throw invalid('password', 'resetPasswordInvalid');
  const account = await demandActive(context, input.email);
  const userId = account.id;
  await repos.users.setPasswordHash(userId, await hashPassword(input.password));
  await repos.passwordResets.removeOf(userId);
  await repos.emailChanges.removeOf(userId);
  await endAccess(context, userId);
  await repos.loginDelays.forget(input.email);
  await recordAdminAct(context, { act: 'password.reset', subject: personSubject(account), operator: input.operator });
};
