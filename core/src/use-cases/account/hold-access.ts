import type { Actor } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { Context } from '../use-case.ts';

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
