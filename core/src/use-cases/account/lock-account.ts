import { refusalToManage } from '../../domain/activities/duties.ts';
import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { LockedAccount } from '../../persistence/people/users.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { ActContext, Context } from '../use-case.ts';

/** Ends every personal token, linked chat account and calendar address of a person; returns what it ended. */
export async function endKeys({ repos, now }: Pick<ActContext, 'repos' | 'now'>, userId: number) {
  await repos.deviceAuthorizations.removeByPerson(userId, now);
  return {
    // Tokens end first, because those of a chat account end with its link and would be counted nowhere.
    tokens: await repos.accessTokens.revokeAll(userId),
    chatLinks: await repos.chatLinks.unlinkAll(userId),
    hasCalendarFeed: await repos.calendarFeeds.remove(userId),
  };
}

/** Ends every session, known device, token, linked chat account and calendar address of a person. */
export async function endAccess({ repos, now }: Pick<ActContext, 'repos' | 'now'>, userId: number): Promise<void> {
  await repos.sessions.endAll(userId);
  await repos.knownDevices.forgetAll(userId);
  await endKeys({ repos, now }, userId);
}

/** Locks and returns the account once policy lets the actor change it. `becoming` is the kind it is to have. */
export async function lockAccount(
  { actor, repos }: { actor: Actor; repos: Repositories },
  id: number,
  becoming?: string,
): Promise<LockedAccount> {
  const [account] = await repos.users.lock(id);
  return demandManageable(actor, account, becoming);
}

/** Returns the account when there is one and policy lets the actor change it; refuses otherwise. */
export function demandManageable(actor: Actor, account: LockedAccount | undefined, becoming?: string): LockedAccount {
  if (!account) throw new Refused({ code: 'user.unknown' });
  const no = refusalToManage(actor, account, becoming);
  if (no) throw new Refused(no);
  return account;
}

/**
 * Keeps the actor's account active and their session open until the transaction ends, and refuses a session that has ended since the call
 * read it. Call it first where a call gives access that lasts longer than its session. Each use case that ends access locks the account or
 * deletes sessions, so this waits for it.
 */
export async function holdAccess({ repos, actor, request }: Pick<Context<unknown, Actor>, 'repos' | 'actor' | 'request'>): Promise<void> {
  if (!(await repos.users.hold(actor.id))) throw new Refused({ code: 'user.notActive' });
  // A terminal that receives its token has no session; a cookie that it sends does not count.
  const session = actor.channel === 'web' ? request.sessionIdHash : null;
  if (session && !(await repos.sessions.hold(session))) throw new Refused({ code: 'session.missing' });
}
