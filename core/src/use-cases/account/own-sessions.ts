import { Refused } from '../../domain/refusal.ts';
import { deviceName } from '../../messages/account/own-sessions.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { UseCase } from '../use-case.ts';

export interface OwnSession {
  id: number;
  /** Browser and system, in words. */
  device: string;
  /** The address that opened it; null for a session from before addresses were kept. */
  address: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
}

export const listOwnSessions: UseCase<unknown, OwnSession[]> = async ({ repos, actor, request, now }) => {
  const sessions = await repos.sessions.listOpen(actor.id, now);
  return sessions
    .map(({ idHash, userAgent, seenAt, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
      lastUsedAt: seenAt,
      isCurrent: request.sessionIdHash !== null && idHash.equals(request.sessionIdHash),
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
};

/** Ends one of the actor's sessions; its next call is refused. */
export const endOwnSession: UseCase<{ id: number }, void> = async (context) => {
  const { repos, actor, input } = context;
  const ended = await repos.sessions.endOne(actor.id, input.id);
  if (!ended) throw new Refused({ code: 'session.unknown' });
  const before = { device: deviceName(ended.userAgent), address: ended.address };
  await recordAdminAct(context, { act: 'session.end', subject: personSubject(actor), before });
};

export const endOtherSessions: UseCase<unknown, { count: number }> = async (context) => {
  const { repos, actor, request } = context;
  if (!request.sessionIdHash) throw new Refused({ code: 'session.missing' });
  const count = await repos.sessions.endOthers(actor.id, request.sessionIdHash);
  if (count > 0) await recordAdminAct(context, { act: 'session.end', subject: personSubject(actor), before: { sessions: count } });
  return { count };
};
