import { isAcceptablePassword } from '../../domain/account/account.ts';
import type { Actor } from '../../domain/people/person.ts';
import { invalid } from '../../domain/refusal.ts';
import { hashPassword, isPassword } from '../../secrets/password-hash.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';
import { endKeys } from './lock-account.ts';

export interface PasswordChange {
  currentPassword: string;
  password: string;
  confirmation: string;
}

/** Checks what the texts of a change show without the stored hash (docs/product.md, 10). */
export function demandChangeable({ currentPassword, password, confirmation }: PasswordChange): void {
  if (!isAcceptablePassword('profile', password)) throw invalid('password', 'profilePasswordInvalid');
  if (password !== confirmation) throw invalid('confirmation', 'passwordsDiffer');
  if (password.normalize('NFC') === currentPassword.normalize('NFC')) throw invalid('password', 'passwordUnchanged');
}

/** Reads the actor's stored hash, for `provenChange`. */
export const findOwnHash: UseCase<unknown, string | null> = async ({ repos, actor }) =>
  (await repos.users.readCredentials(actor.email))?.passwordHash ?? null;

/** Compares a password with a stored hash. Slow by design: call it outside a transaction. */
export const isOwnPassword = async (password: string, stored: string | null): Promise<boolean> =>
  stored !== null && (await isPassword(password, stored));

/** The stored hash that was proven, and the one to put in its place. */
export type PasswordProof = { proven: string; passwordHash: string };

/** Returns null when the current password is not theirs. Slow by design: call it outside a transaction. */
export async function provenChange(stored: string | null, { currentPassword, password }: PasswordChange): Promise<PasswordProof | null> {
  if (!(await isPassword(currentPassword, stored)) || !stored) return null;
  return { proven: stored, passwordHash: await hashPassword(password) };
}

interface StoredChange {
  proof: PasswordProof | null;
  keptIdHash: Buffer;
  /** The device on which it is changed stays a known one. */
  keptDeviceHash?: Buffer | null;
  /** Whether personal tokens, linked chat accounts and the calendar address end too; unset, they do. */
  endsAccess?: boolean | undefined;
}

async function endOwnKeys(context: Context<unknown, Actor>): Promise<void> {
  const { tokens, chatLinks, hasCalendarFeed } = await endKeys(context, context.actor.id);
  const subject = personSubject(context.actor);
  if (tokens > 0) await recordAdminAct(context, { act: 'token.revoke', subject, before: { tokens } });
  if (chatLinks > 0) await recordAdminAct(context, { act: 'chatLink.remove', subject, before: { chatLinks } });
  if (hasCalendarFeed) await recordAdminAct(context, { act: 'calendarFeed.revoke', subject });
}

/**
 * Stores a proven change and ends the person's other sessions (docs/product.md, 1.7) and, unless they keep it, their other access. A failed
 * proof is refused only here, where a repeated request has had its answer already; of two changes at once the second proves nothing.
 */
export const changePassword: UseCase<StoredChange, void> = async (context) => {
  const { repos, actor, input } = context;
  const { proof, keptIdHash, keptDeviceHash = null, endsAccess = true } = input;
  const isChanged = proof && (await repos.users.replacePasswordHash(actor.id, proof.proven, proof.passwordHash));
  if (!isChanged) throw invalid('currentPassword', 'currentPasswordWrong');
  await repos.passwordResets.removeByUser(actor.id);
  await repos.emailChanges.removeByUser(actor.id);
  await recordAdminAct(context, { act: 'password.change', subject: personSubject(actor) });
  const sessions = await repos.sessions.endOthers(actor.id, keptIdHash);
  if (sessions > 0) await recordAdminAct(context, { act: 'session.end', subject: personSubject(actor), before: { sessions } });
  await repos.knownDevices.forgetOthers(actor.id, keptDeviceHash);
  if (endsAccess) await endOwnKeys(context);
};
