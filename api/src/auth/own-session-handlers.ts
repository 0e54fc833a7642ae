import type { Core } from '@bitacora/core/server';
import { endOtherSessions, listOwnSessions } from '@bitacora/core/use-cases/account/own-sessions';
import type { Context } from 'koa';
import type { Special } from '../handlers.ts';
import type { SessionCookie } from './session-cookie.ts';

/** A person's sessions, of which the one that calls is known by its cookie. */
export function ownSessionHandlers({
  core,
  cookie,
}: {
  core: Core;
  cookie: SessionCookie;
}): Special<'listOwnSessions' | 'endOtherSessions'> {
  const current = (ctx: Context) => ({ currentIdHash: cookie.idHashOf(ctx) as Buffer });
  return {
    async listOwnSessions(_input, { ctx, by }) {
      return (await core.perform({ ...by, useCase: listOwnSessions, input: current(ctx), effect: 'reads' })).result;
    },

    async endOtherSessions(_input, { ctx, by, once }) {
      return (await core.perform({ ...by, useCase: endOtherSessions, input: current(ctx), effect: 'writes', once })).result;
    },
  };
}
