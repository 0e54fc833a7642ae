import { randomUUID } from 'node:crypto';
import { isAcceptablePassword } from '../../domain/account/account.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/calendar.ts';
import type { tokenKinds } from '../../domain/notifications/notification.ts';
import { invalid } from '../../domain/refusal.ts';
import type { PasswordReset } from '../../persistence/account/one-time-tokens.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { hashSecret, isSame } from '../../secrets/secrets.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { OpenContext, OpenUseCase } from '../use-case.ts';
import { endAccess } from './lock-account.ts';

export const RESET_MS = 30 * MINUTE_MS;
export const INVITATION_MS = 7 * DAY_MS;
/** A pending token that is asked for again keeps opening for this many of its lifetimes; then another is made. */
const LIFETIMES_MAX = 10;
/** A token is mailed at most once within this time. */
const MAIL_EVERY_MS = MINUTE_MS;

type TokenKind = (typeof tokenKinds)[number];
const lifetimes: Record<TokenKind, number> = { invitation: INVITATION_MS, passwordReset: RESET_MS };
const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/** Gives a person a token by email: to reset a password within 30 minutes, or to set the first one within 7 days. */
export async function sendToken(
  { repos, now, resetToken }: Pick<OpenContext, 'repos' | 'now' | 'resetToken'>,
  kind: TokenKind,
  userId: number,
): Promise<void> {
  const id = randomUUID();
  const expiresAt = later(now, lifetimes[kind]);
  await repos.passwordResets.replace({ id, userId, tokenHash: hashSecret(resetToken(id)), expiresAt, isMailed: true }, now);
  await repos.outbox.add({ key: `${kind}:${id}`, kind, recipientId: userId, facts: { resetId: id } }, now);
}

/** Sends the pending token once more and renews its whole lifetime. Returns false where a mail went a moment ago. */
async function sendAgain(
  { repos, now }: Pick<OpenContext, 'repos' | 'now'>,
  kind: TokenKind,
  pending: PasswordReset,
  mayMail: boolean,
): Promise<boolean> {
  await repos.passwordResets.setExpiry(pending.id, later(now, lifetimes[kind]));
  if (!mayMail || pending.createdAt > later(now, -MAIL_EVERY_MS)) return false;
  const key = `${kind}:${pending.id}:${Math.floor(now.getTime() / MAIL_EVERY_MS)}`;
  await repos.outbox.add({ key, kind, recipientId: pending.userId, facts: { resetId: pending.id } }, now);
  return true;
}

/**
 * Sends a reset token to an active person's address, or the invitation where they have no password yet; false for an unknown person.
 * Anybody may ask for anybody, so it takes nothing away. A pending token stays and is sent again; one that was opened in the terminal stays
 * alone. Only mails that repeat a pending token need `mayMail`. Nothing is sent while another person's change of the email may be undone,
 * or was; the answer does not say so.
 */
export const requestPasswordReset: OpenUseCase<{ email: string; mayMail?: boolean }, boolean> = async (context) => {
  const { repos, now, input } = context;
  const { mayMail = true } = input;
  const person = await repos.users.readCredentials(input.email);
  const [account] = person ? await repos.users.lock(person.id) : [];
  if (!account?.isActive) return false;
  if (await repos.emailReversals.isBlocked(account.id, now)) return true;
  const kind = account.hasPassword ? 'passwordReset' : 'invitation';
  const pending = await repos.passwordResets.findPending(account.id, now);
  if (pending && !pending.isMailed) return true;
  if (pending && pending.createdAt > later(now, -LIFETIMES_MAX * lifetimes[kind])) {
    if (!(await sendAgain(context, kind, pending, mayMail))) return true;
  } else await sendToken(context, kind, account.id);
  await recordAdminAct(context, { act: 'password.requestReset', subject: personSubject(account), after: { kind } });
  return true;
};

const NO_TOKEN = hashSecret('');

/** Tells whether the token is the one of a pending reset. An address without a reset costs the same comparison. */
const opens = (reset: PasswordReset | undefined, token: string, now: Date): boolean =>
  isSame(hashSecret(token), reset?.tokenHash ?? NO_TOKEN) && reset !== undefined && reset.expiresAt > now;

type Claim = { email: string; token: string };

/** Tells whether the token opens the address's reset. The token has 128 bits, so wrong ones are not counted. */
export const checkResetToken: OpenUseCase<Claim, boolean> = async ({ repos, input, now }) =>
  opens(await repos.passwordResets.findByEmail(input.email), input.token, now);

/** Checks what the text of a new password shows alone (docs/product.md, 10). */
export function demandResettable(password: string): void {
  if (!isAcceptablePassword('reset', password)) throw invalid('password', 'resetPasswordInvalid');
}

/**
 * Hashes the new password. Slow by design, and when hundreds are invited on one morning most wait for their turn: call it outside a
 * transaction.
 */
export const hashForReset = (password: string): Promise<string> => hashPassword(password);

/**
 * Sets the password with the token, uses the token up and ends all of the person's access (`endAccess`). Returns false when the token opens
 * nothing.
 */
export const resetPassword: OpenUseCase<Claim & { passwordHash: string }, boolean> = async (context) => {
  const { repos, now, input } = context;
  // The person is locked first, as in everything else that locks both; the other order would deadlock.
  const person = await repos.users.readCredentials(input.email);
  if (person) await repos.users.lock(person.id);
  const reset = await repos.passwordResets.findByEmail(input.email);
  if (!reset || !opens(reset, input.token, now)) return false;
  await repos.users.setPasswordHash(reset.userId, input.passwordHash);
  await repos.passwordResets.remove(reset.id);
  await repos.emailChanges.removeByUser(reset.userId);
  await endAccess(context, reset.userId);
  await repos.loginDelays.forget(input.email);
  if (person) await recordAdminAct({ ...context, actor: person }, { act: 'password.reset', subject: personSubject(person) });
  return true;
};

/**
 * Returns the token of a reset or invitation that is still to be used, for its email; undefined once it no longer holds. A token that was
 * computed with another key (before SESSION_SECRET was changed, or on another machine) is replaced, because its email has not gone out.
 */
export const findTokenToSend: OpenUseCase<{ resetId: string }, string | undefined> = async ({ repos, input, now, resetToken }) => {
  const reset = await repos.passwordResets.find(input.resetId);
  if (!reset || reset.expiresAt <= now) return undefined;
  const token = resetToken(reset.id);
  if (!isSame(hashSecret(token), reset.tokenHash)) await repos.passwordResets.setTokenHash(reset.id, hashSecret(token));
  return token;
};
