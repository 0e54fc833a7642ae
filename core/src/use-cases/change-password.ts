import { isAcceptablePassword } from '../domain/password.ts';
import { invalid } from '../domain/refusal.ts';
import { validation } from '../messages/validation.ts';
import { hashPassword, isPassword } from '../secrets/password-hash.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

export interface PasswordChange {
  currentPassword: string;
  password: string;
  confirmation: string;
}

/** What can be told of a change by its texts alone (specification, section 5). */
export function demandChangeable({ currentPassword, password, confirmation }: PasswordChange): void {
  if (!isAcceptablePassword('profile', password)) throw invalid('password', validation.profilePasswordInvalid);
  if (password !== confirmation) throw invalid('confirmPassword', validation.passwordsDiffer);
  if (password.normalize('NFC') === currentPassword.normalize('NFC')) throw invalid('password', validation.passwordUnchanged);
}

/** The actor's stored hash, for `provenChange`. */
export const findOwnHash: UseCase<unknown, string | null> = async ({ repos, actor }) =>
  (await repos.users.credentialsOf(actor.email))?.passwordHash ?? null;

/** The stored hash that was proven, and the one to put in its place. */
export type Proof = { proven: string; passwordHash: string };

/** Null when the current password is not theirs. Slow by design: call it outside a transaction. */
export async function provenChange(stored: string | null, { currentPassword, password }: PasswordChange): Promise<Proof | null> {
  if (!(await isPassword(currentPassword, stored)) || !stored) return null;
  return { proven: stored, passwordHash: await hashPassword(password) };
}

/**
 * Stores a proven change and ends the person's other sessions (decisions, 1.7). A failed proof is refused only here, where a repeated
 * request has had its answer already; of two changes at once the second proves nothing any more.
 */
export const changePassword: UseCase<{ proof: Proof | null; keptIdHash: Buffer }, Done> = async ({ repos, actor, input }) => {
  const { proof, keptIdHash } = input;
  const isChanged = proof && (await repos.users.replacePasswordHash(actor.id, proof.proven, proof.passwordHash));
  if (!isChanged) throw invalid('currentPassword', validation.currentPasswordWrong);
  await repos.passwordResets.removeOf(actor.id);
  await repos.sessions.endOthersOf(actor.id, keptIdHash);
  return DONE;
};
