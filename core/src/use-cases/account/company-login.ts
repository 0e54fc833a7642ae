import { type CompanyAccount, type CompanyLoginProblem, isPlainEmail } from '../../domain/account/account.ts';
import { isDeveloper } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { LockedAccount } from '../../persistence/people/users.ts';
import { hashSecret, newSecret } from '../../secrets/secrets.ts';
import { personSubject, recordAdminAct, recordBoundedAct } from '../record-admin-act.ts';
import type { Context, OpenUseCase } from '../use-case.ts';

interface CompanySession {
  account: CompanyAccount;
  /** Whether the provider was asked to see the person again, because an act needs it. */
  isConfirmation: boolean;
  endedIdHash: Buffer | null;
  userAgent: string | null;
}
const NEVER = new Date(0);

type LoginContext = Context<CompanySession, unknown>;

const refuse = (reason: CompanyLoginProblem): never => {
  throw new Refused({ code: 'companyLogin.refused', reason });
};

/** Locks and returns the active person with that id, so that two first logins link one account. */
async function lockActive({ repos }: Pick<LoginContext, 'repos'>, id: number): Promise<LockedAccount> {
  const [person] = await repos.users.lock(id);
  return person?.isActive ? person : refuse('inactive');
}

/** Links the account to the person who has its email; that happens once, because addresses are given to other people later. */
async function linkByEmail(context: LoginContext): Promise<LockedAccount> {
  const { repos, now, input } = context;
  const { issuer, subject, email } = input.account;
  if (email === null || !isPlainEmail(email)) return refuse('emailUnverified');
  const match = await repos.users.readCredentials(email);
  if (!match) return refuse('unknownPerson');
  const person = await lockActive(context, match.id);
  if ((await repos.companyAccounts.findOwner(input.account)) === person.id) return person;
  if (await repos.companyAccounts.hasOne(person.id, issuer)) return refuse('otherAccount');
  // An address that another person put opens no account while the person may still disown it.
  if (await repos.emailReversals.isBlocked(person.id, now)) return refuse('emailInDoubt');
  await repos.companyAccounts.link({ issuer, subject, userId: person.id, email, linkedAt: now });
  const after = { issuer, subject, email };
  await recordAdminAct({ ...context, actor: person }, { act: 'companyAccount.link', subject: personSubject(person), after });
  return person;
}

/** Opens a session for the owner of a company account and ends the one they came with; answers the new secret. It registers nobody. */
export const openCompanySession: OpenUseCase<CompanySession, string> = async (context) => {
  const { repos, now, address, input } = context;
  const { issuer, authenticatedAt } = input.account;
  const ownerId = await repos.companyAccounts.findOwner(input.account);
  const person = ownerId === undefined ? await linkByEmail(context) : await lockActive(context, ownerId);
  if (input.endedIdHash) await repos.sessions.end(input.endedIdHash);
  const secret = newSecret();
  // A provider that does not say when it saw the person may have opened the session without asking them anything.
  const seenAt = authenticatedAt ?? (input.isConfirmation ? now : NEVER);
  const provedAt = new Date(Math.min(seenAt.getTime(), now.getTime()));
  await repos.sessions.open(hashSecret(secret), person.id, { userAgent: input.userAgent, address, issuer, provedAt }, now);
  await recordBoundedAct({ ...context, actor: person }, { act: 'session.logIn', subject: personSubject(person), after: { issuer } });
  return secret;
};

/** Tells whether the Desarrollador of an address may use a password although passwords are off. */
export const hasPasswordException: OpenUseCase<{ email: string }, boolean> = async ({ repos, now, input }) => {
  const account = await repos.users.readCredentials(input.email);
  return account && isDeveloper(account) ? repos.passwordExceptions.isGranted(account.id, now) : false;
};
