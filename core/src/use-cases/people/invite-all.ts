import { randomUUID } from 'node:crypto';
import { hashOf } from '../../secrets/tokens.ts';
import { INVITATION_MS } from '../account/reset-password.ts';
import type { Context } from '../use-case.ts';

/** Invites people who were registered just now, as `sendToken` invites one. */
export async function inviteAll(
  { repos, now, resetToken }: Pick<Context<unknown, unknown>, 'repos' | 'now' | 'resetToken'>,
  userIds: readonly number[],
): Promise<void> {
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const invitations = userIds.map((userId) => {
    const id = randomUUID();
    return { id, userId, tokenHash: hashOf(resetToken(id)) };
  });
  await repos.importedPeople.invite(invitations, expiresAt, now);
}
