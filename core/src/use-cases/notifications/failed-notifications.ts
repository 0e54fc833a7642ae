import { DAY_MS } from '../../domain/calendar.ts';
import { FAILED_MAX, type FailedDigest } from '../../domain/notifications/delivery.ts';
import { Refused } from '../../domain/refusal.ts';
import type { DeadToken } from '../../persistence/notifications/notifications.ts';
import { sendToken } from '../account/reset-password.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { Context, UseCase } from '../use-case.ts';

interface FailedDigests {
  total: number;
  sent: number;
  lastSentAt: Date | null;
  failed: FailedDigest[];
}

/** Lists the digests that were given up, the newest first: the first 200, and the total; and how much was sent in thirty days. */
export const listFailedNotifications: UseCase<unknown, FailedDigests> = async ({ repos: { failedDigests }, now }) => {
  const failed = await failedDigests.list(FAILED_MAX);
  return { total: await failedDigests.count(), ...(await failedDigests.sentFigures(new Date(now.getTime() - 30 * DAY_MS))), failed };
};

/** Sends a new invitation to people whose token expired undelivered and who still have no password; returns how many. */
async function inviteAnew(context: Pick<Context<unknown, unknown>, 'repos' | 'now' | 'resetToken'>, dead: DeadToken[]): Promise<number> {
  const { failedDigests, users } = context.repos;
  const invitations = dead.filter(({ kind }) => kind === 'invitation');
  const people = await users.lock(...invitations.map(({ recipientId }) => recipientId));
  const awaited = people.filter(({ isActive, hasPassword }) => isActive && !hasPassword).map(({ id }) => id);
  for (const id of awaited) await sendToken(context, 'invitation', id);
  await failedDigests.supersede(invitations.filter(({ recipientId }) => awaited.includes(recipientId)).map(({ letter }) => letter));
  return awaited.length;
}

/** Sends given-up digests again, invitations with a new token. Ids of other digests are ignored. */
export const resendNotifications: UseCase<{ ids: readonly string[] }, { count: number }> = async (context) => {
  const { repos, input, now } = context;
  const dead = await repos.failedDigests.withDeadToken(input.ids, now);
  const alive = input.ids.filter((id) => !dead.some(({ letter }) => letter === id));
  const count = (await inviteAnew(context, dead)) + (await repos.failedDigests.sendAgain(alive, now));
  if (count > 0) {
    await recordAdminAct(context, {
      act: 'announcement.resend',
      subject: { kind: 'announcement' },
      after: { count, letters: [...input.ids] },
    });
    return { count };
  }
  if (dead.length > 0) throw new Refused({ code: 'notification.tokenOver' });
  throw new Refused({ code: (await repos.failedDigests.isKnown(input.ids)) ? 'notification.notFailed' : 'notification.unknown' });
};
