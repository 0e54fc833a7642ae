import { randomUUID } from 'node:crypto';
import { DISOWN_MS, EMAIL_CHANGE_MS } from '../../domain/account/account.ts';
import { refusalToChangeEmail, refusalToManage } from '../../domain/activities/duties.ts';
import { type Actor, adminPolicy, fullName, isDeveloper, type Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { EmailReversal, StoredEmailChange } from '../../persistence/account/one-time-tokens.ts';
import type { LockedAccount } from '../../persistence/people/users.ts';
import { hashSecret, isSame } from '../../secrets/secrets.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, OpenContext, OpenUseCase, UseCase } from '../use-case.ts';
import { endAccess, lockAccount } from './lock-account.ts';

const tokenOf = ({ resetToken }: Pick<OpenContext, 'resetToken'>, changeId: string) => resetToken(`email-change:${changeId}`);

/**
 * The locked account keeps its email until the new one is confirmed. The link goes to the new address, and the old one is notified at once.
 * An earlier change that still waits is replaced.
 */
export async function requestEmailChange(context: Context<unknown, Actor>, account: LockedAccount, email: string): Promise<void> {
  const { repos, actor, now } = context;
  // An inactive person gets no mail, so nobody could warn them.
  if (!account.isActive) throw new Refused({ code: 'user.emailOfInactive' });
  if (await repos.users.readCredentials(email)) throw new Refused({ code: 'user.duplicateEmail' });

  const stored = await repos.emailChanges.findByUser(account.id);
  const earlier = stored && stored.expiresAt > now ? stored : undefined;
  const id = randomUUID();
  await repos.emailChanges.replace({
    id,
    userId: account.id,
    email,
    tokenHash: hashSecret(tokenOf(context, id)),
    requestedById: actor.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_CHANGE_MS),
  });
  const recipientId = account.id;
  const notice = { to: account.email, email, by: fullName(actor), at: now };
  await repos.outbox.add(
    { key: `emailConfirmation:${id}`, kind: 'emailConfirmation', recipientId, facts: { to: email, changeId: id } },
    now,
  );
  await repos.outbox.add({ key: `emailChangeRequested:${id}`, kind: 'emailChangeRequested', recipientId, facts: notice }, now);
  await recordAdminAct(context, {
    act: earlier ? 'email.replace' : 'email.request',
    subject: personSubject(account),
    before: { email: account.email, ...(earlier && { pendingEmail: earlier.email }) },
    after: { email: account.email, pendingEmail: email },
  });
}

/** Cancels a pending change for somebody who may ask for one: its link stops working, and the address that stays gets a notice. */
export const cancelEmailChange: UseCase<{ id: number }, void> = async (context) => {
  const { repos, actor, input, now } = context;
  const account = await lockAccount(context, input.id);
  const no = refusalToChangeEmail(actor, account, await repos.users.readCompany(), now);
  if (no) throw new Refused(no);
  const change = await repos.emailChanges.findByUser(account.id);
  if (!change || change.expiresAt <= now) throw new Refused({ code: 'emailChange.unknown' });
  await repos.emailChanges.removeByUser(account.id);
  const facts = { to: account.email, email: change.email, by: fullName(actor), at: now };
  await repos.outbox.add({ key: `emailChangeCanceled:${change.id}`, kind: 'emailChangeCanceled', recipientId: account.id, facts }, now);
  await recordAdminAct(context, {
    act: 'email.cancel',
    subject: personSubject(account),
    before: { email: account.email, pendingEmail: change.email },
    after: { email: account.email },
  });
};

const disowningToken = ({ resetToken }: Pick<OpenContext, 'resetToken'>, changeId: string) => resetToken(`email-reversal:${changeId}`);

const pendingWith = async ({ repos, now }: Pick<OpenContext, 'repos' | 'now'>, token: string): Promise<StoredEmailChange | undefined> => {
  const change = await repos.emailChanges.findByToken(hashSecret(token));
  return change && change.expiresAt > now ? change : undefined;
};

/** Returns the person who asked for the change while they are active and may still manage users; without them the link does nothing. */
async function requesterOf({ repos }: Pick<OpenContext, 'repos'>, { requestedById }: StoredEmailChange): Promise<Person | undefined> {
  const requester = await repos.users.find(requestedById);
  return requester?.isActive && adminPolicy.manageUsers(requester) ? requester : undefined;
}

const invalidLink = () => new Refused({ code: 'emailChange.invalidLink' });

export const readEmailChange: OpenUseCase<{ token: string }, { name: string; email: string; expiresAt: Date }> = async (context) => {
  const change = await pendingWith(context, context.input.token);
  const person = change && (await context.repos.users.find(change.userId));
  if (!change || !person?.isActive || !(await requesterOf(context, change))) throw invalidLink();
  return { name: fullName(person), email: change.email, expiresAt: change.expiresAt };
};

/**
 * Confirms the new address for its owner. Sessions and pending resets end, and the old address is notified. Refuses what no longer holds:
 * somebody else may have the email by now, or the requester may not change it any longer.
 */
export const confirmEmailChange: OpenUseCase<{ token: string }, void> = async (context) => {
  const { repos, input, now } = context;
  const pending = await pendingWith(context, input.token);
  if (!pending) throw invalidLink();
  // The person is locked first, as in every use case that changes both; only then is the change certain.
  const [account] = await repos.users.lock(pending.userId);
  const change = await pendingWith(context, input.token);
  if (!account?.isActive || !change) throw invalidLink();

  const requester = await requesterOf(context, change);
  if (!requester) throw invalidLink();
  const no = refusalToManage(requester, account) ?? refusalToChangeEmail(requester, account, await repos.users.readCompany(), now);
  if (no) throw new Refused(no);

  const outcome = await repos.users.update(account.id, { email: change.email });
  if (outcome !== 'updated') throw new Refused({ code: `user.${outcome}` });
  await repos.emailChanges.removeByUser(account.id);
  await repos.passwordResets.removeByUser(account.id);
  await repos.sessions.endAll(account.id);
  const reversal = requester.id !== account.id && {
    id: change.id,
    userId: account.id,
    email: account.email,
    tokenHash: hashSecret(disowningToken(context, change.id)),
    blocksResets: !isDeveloper(requester),
    createdAt: now,
    expiresAt: new Date(now.getTime() + DISOWN_MS),
  };
  if (reversal) await repos.emailReversals.add(reversal);
  const facts = { to: account.email, email: change.email, by: fullName(requester), at: now, ...(reversal && { reversalId: reversal.id }) };
  await repos.outbox.add({ key: `emailChanged:${change.id}`, kind: 'emailChanged', recipientId: account.id, facts }, now);
  await recordAdminAct(context, {
    act: 'email.confirm',
    subject: personSubject(account),
    before: { email: account.email },
    after: { email: change.email, requestedBy: fullName(requester) },
  });
};

/** Returns the token of a change that still waits, for its email; a token computed with an earlier key is stored anew. */
export const findEmailChangeToken: OpenUseCase<{ changeId: string }, string | undefined> = async (context) => {
  const { repos, input, now } = context;
  const change = await repos.emailChanges.find(input.changeId);
  if (!change || change.expiresAt <= now) return undefined;
  const token = tokenOf(context, change.id);
  if (!isSame(hashSecret(token), change.tokenHash)) await repos.emailChanges.setTokenHash(change.id, hashSecret(token));
  return token;
};

/**
 * Undoes a change that another person asked for, and later ones, when the owner of the earlier address disowns it. All access ends, and no
 * mail resets the password until a Desarrollador allows it. Password and second factor stay. Where somebody has the earlier address by now,
 * the account keeps the new one, and all the rest holds.
 */
export const disownEmailChange: OpenUseCase<{ token: string }, void> = async (context) => {
  const { repos, input, now } = context;
  const by = { tokenHash: hashSecret(input.token) };
  const openReversal = await repos.emailReversals.findOpen(by, now);
  // The person is locked first, and the link looked at again, as at a confirmation.
  const [account] = openReversal ? await repos.users.lock(openReversal.userId) : [];
  const reversal = account && (await repos.emailReversals.findOpen(by, now));
  if (!reversal) throw invalidLink();

  const holder = await repos.users.readCredentials(reversal.email);
  const email = holder && holder.id !== account.id ? account.email : reversal.email;
  await repos.users.update(account.id, { email });
  await repos.emailReversals.use(reversal, now);
  await repos.emailChanges.removeByUser(account.id);
  await repos.passwordResets.removeByUser(account.id);
  await endAccess(context, account.id);
  const facts = { before: { email: account.email }, after: { email } };
  await recordAdminAct({ ...context, actor: account }, { act: 'email.disown', subject: personSubject(account), ...facts });
};

export const allowPasswordResets: UseCase<{ id: number }, void> = async (context) => {
  const { repos, input, now } = context;
  const account = await lockAccount(context, input.id);
  if (await repos.emailReversals.lift(account.id, now))
    await recordAdminAct(context, { act: 'password.allowReset', subject: personSubject(account) });
};

/** Returns the token of a link 'No lo reconozco' that is still good, for its email; one computed with an earlier key is stored anew. */
export const findDisowningToken: OpenUseCase<Pick<EmailReversal, 'id'>, string | undefined> = async (context) => {
  const { repos, input, now } = context;
  const reversal = await repos.emailReversals.findOpen({ id: input.id }, now);
  if (!reversal) return undefined;
  const token = disowningToken(context, reversal.id);
  if (!isSame(hashSecret(token), reversal.tokenHash)) await repos.emailReversals.setTokenHash(reversal.id, hashSecret(token));
  return token;
};
