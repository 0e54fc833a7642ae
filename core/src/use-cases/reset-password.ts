import { randomUUID } from 'node:crypto';
import { isAcceptablePassword } from '../domain/password.ts';
import { invalid } from '../domain/refusal.ts';
import { validation } from '../messages/validation.ts';
import type { PasswordReset } from '../persistence/password-resets.ts';
import { hashPassword } from '../secrets/password-hash.ts';
import { hashOf, isSame } from '../secrets/tokens.ts';
import { endAccess } from './end-access.ts';
import type { Context, OpenUseCase } from './use-case.ts';

export const RESET_MS = 30 * 60_000;
export const INVITATION_MS = 7 * 24 * 3_600_000;
const WRONG_TRIES = 5;

type Open = Context<unknown, unknown>;

/** Gives a person a token by email: to reset a password within 30 minutes, or to set the first one within 7 days. */
export async function sendToken(
  { repos, now, resetToken }: Pick<Open, 'repos' | 'now' | 'resetToken'>,
  kind: 'passwordReset' | 'invitation',
  userId: number,
): Promise<void> {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + (kind === 'invitation' ? INVITATION_MS : RESET_MS));
  await repos.passwordResets.replace({ id, userId, tokenHash: hashOf(resetToken(id)), expiresAt }, now);
  await repos.outbox.add({ key: `${kind}:${id}`, kind, recipientId: userId, facts: { resetId: id } }, now);
}

/** Sends a reset token to an active person's address; false where there is no such person. */
export const requestPasswordReset: OpenUseCase<{ email: string }, boolean> = async (context) => {
  const person = await context.repos.users.credentialsOf(context.input.email);
  if (!person?.isActive) return false;
  await sendToken(context, 'passwordReset', person.id);
  return true;
};

/**
 * The pending reset the token opens, or null. A wrong token counts, and five void it (decisions, section 5); the caller answers
 * rather than throws, so that the count outlives the refusal.
 */
async function openedBy({ repos, now }: Pick<Open, 'repos' | 'now'>, email: string, token: string): Promise<PasswordReset | null> {
  // The person first, as everything else that touches both: the other way round two would wait for each other.
  const person = await repos.users.credentialsOf(email);
  if (person) await repos.users.lock(person.id);
  const reset = await repos.passwordResets.lockByEmail(email);
  if (!reset || reset.expiresAt <= now || reset.wrongTries >= WRONG_TRIES) return null;
  if (isSame(hashOf(token), reset.tokenHash)) return reset;
  await repos.passwordResets.countWrongTry(reset.id);
  return null;
}

type Claim = { email: string; token: string };

/** Whether the token opens the address's reset; false has been counted. */
export const checkResetToken: OpenUseCase<Claim, boolean> = async (context) =>
  (await openedBy(context, context.input.email, context.input.token)) !== null;

/** What can be told of a new password by its text alone (specification, section 5). */
export function demandResettable(password: string): void {
  if (!isAcceptablePassword('reset', password)) throw invalid('password', validation.resetPasswordInvalid);
}

/** What is stored of it. Slow by design, and of hundreds invited on one morning most wait for their turn: call it outside a transaction. */
export const hashForReset = (password: string): Promise<string> => hashPassword(password);

/** Sets the password with the token, uses the token up and ends all of the person's access (`endAccess`). False when the token opens nothing. */
export const resetPassword: OpenUseCase<Claim & { passwordHash: string }, boolean> = async (context) => {
  const { email, token, passwordHash } = context.input;
  const reset = await openedBy(context, email, token);
  if (!reset) return false;
  await context.repos.users.setPasswordHash(reset.userId, passwordHash);
  await context.repos.passwordResets.remove(reset.id);
  await endAccess(context, reset.userId);
  return true;
};

/**
 * The token of a reset or invitation that is still to be used, for its email; undefined once it no longer holds. One that was reckoned with
 * another key, before SESSION_SECRET was changed or on another machine, makes room: its email has not gone out.
 */
export const findTokenToSend: OpenUseCase<{ resetId: string }, string | undefined> = async ({ repos, input, now, resetToken }) => {
  const reset = await repos.passwordResets.find(input.resetId);
  if (!reset || reset.expiresAt <= now) return undefined;
  const token = resetToken(reset.id);
  if (!isSame(hashOf(token), reset.tokenHash)) await repos.passwordResets.setTokenHash(reset.id, hashOf(token));
  return token;
};
