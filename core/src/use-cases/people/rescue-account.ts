import { randomUUID } from 'node:crypto';
import { isAcceptablePassword, PASSWORD_EXCEPTION_MS } from '../../domain/account/account.ts';
import type { AdminFacts } from '../../domain/admin/admin-act.ts';
import { isDeveloper } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { StoredAccount } from '../../persistence/people/users.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { endAccess } from '../account/lock-account.ts';
import { RESET_MS } from '../account/reset-password.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { ActContext, Context, OpenUseCase } from '../use-case.ts';

interface RescuedAccount {
  email: string;
  operator?: string;
  /** True with LOGIN=oidc: only a Desarrollador gets a password, and may use it for a day. */
  arePasswordsOff?: boolean;
}

/** Locks and returns the account of that address. An inactive one is left to those who manage people. */
async function demandActive({ repos }: Pick<ActContext, 'repos'>, email: string): Promise<StoredAccount> {
  const credentials = await repos.users.readCredentials(email);
  const [account] = credentials ? await repos.users.lock(credentials.id) : [];
  if (!account) throw new Refused({ code: 'reset.unknownEmail' });
  if (!account.isActive) throw new Refused({ code: 'user.inactive' });
  return account;
}

/** Lets a Desarrollador use a password while passwords are off (break glass). Returns what the history says of it, or null. */
async function grantException({ repos, now, input }: Context<RescuedAccount, unknown>, account: StoredAccount): Promise<AdminFacts | null> {
  if (!input.arePasswordsOff) return null;
  if (!isDeveloper(account)) throw new Refused({ code: 'companyLogin.developerOnly' });
  const expiresAt = new Date(now.getTime() + PASSWORD_EXCEPTION_MS);
  await repos.passwordExceptions.grant(account.id, expiresAt);
  return { passwordUntil: expiresAt.toISOString() };
}

/** Opens a person's reset for 30 minutes with the token, for the operator of the database. Nothing else of the person's stays open. */
export const openReset: OpenUseCase<RescuedAccount & { token: string }, { expiresAt: Date }> = async (context) => {
  const { repos, now, input } = context;
  const account = await demandActive(context, input.email);
  const userId = account.id;
  const after = await grantException(context, account);
  const expiresAt = new Date(now.getTime() + RESET_MS);
  await repos.passwordResets.replace({ id: randomUUID(), userId, tokenHash: hashSecret(input.token), expiresAt, isMailed: false }, now);
  await repos.emailChanges.removeByUser(userId);
  await endAccess(context, userId);
  await recordAdminAct(context, { act: 'password.requestReset', subject: personSubject(account), after, operator: input.operator });
  return { expiresAt };
};

/** Sets a person's password, for the operator of the database; a reset that was pending opens nothing any more. */
export const setPassword: OpenUseCase<RescuedAccount & { password: string }, void> = async (context) => {
  const { repos, input } = context;
  if (!isAcceptablePassword('reset', input.password)) throw invalid('password', 'resetPasswordInvalid');
  const account = await demandActive(context, input.email);
  const userId = account.id;
  const after = await grantException(context, account);
  await repos.users.setPasswordHash(userId, await hashPassword(input.password));
  await repos.passwordResets.removeByUser(userId);
  await repos.emailChanges.removeByUser(userId);
  await endAccess(context, userId);
  await repos.loginDelays.forget(input.email);
  await recordAdminAct(context, { act: 'password.reset', subject: personSubject(account), after, operator: input.operator });
};

/** Unlinks a person's accounts of the company, for the operator of the database, so that the next login links another one by email. */
export const unlinkCompanyAccount: OpenUseCase<Pick<RescuedAccount, 'email' | 'operator'>, { count: number }> = async (context) => {
  const { repos, input } = context;
  const account = await demandActive(context, input.email);
  const unlinked = await repos.companyAccounts.unlinkAll(account.id);
  await endAccess(context, account.id);
  const before = { issuer: unlinked.map(({ issuer }) => issuer), email: unlinked.map(({ email }) => email) };
  await recordAdminAct(context, { act: 'companyAccount.unlink', subject: personSubject(account), before, operator: input.operator });
  return { count: unlinked.length };
};
