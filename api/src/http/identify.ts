import type { Actor } from '@bitacora/core/domain/person';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core } from '@bitacora/core/server';
import { findSession } from '@bitacora/core/use-cases/log-in';
import type { Context } from 'koa';
import type { SessionCookie } from './session-cookie.ts';

/** Who calls, read from the database at every call (decisions, section 8); null when nobody is logged in. */
export type Identify = (ctx: Context) => Promise<Actor | null>;

export const identifyBy =
  (core: Core, cookie: SessionCookie): Identify =>
  async (ctx) => {
    const idHash = cookie.idHashOf(ctx);
    if (!idHash) return null;
    const { result } = await core.perform({ useCase: findSession, actor: null, channel: 'web', input: { idHash }, effect: 'reads' });
    ctx.state.actor = result ? { ...result, channel: 'web' } : null;
    return ctx.state.actor;
  };

export function demandActor(actor: Actor | null): Actor {
  if (!actor) throw new Refused({ code: 'session.missing' });
  return actor;
}
