import type { Actor } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Core, listenForChanges } from '@bitacora/core/server';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { type Authenticate, demandActor } from '../auth/authenticate.ts';
import { createHub, type Hub } from './hub.ts';

/** The hub of this process, hearing of the changes of every process. `stop` comes before the server is closed, which waits for streams. */
export function startLive({ db }: Pick<Core, 'db'>, log: Logger, rhythm?: { heartbeatMs: number }): { hub: Hub; stop(): Promise<void> } {
  const hub = createHub(rhythm);
  const { onChange, onNotification, onGap } = hub;
  const listening = listenForChanges(db, {
    onChange,
    onNotification,
    onGap,
    onTrouble: (error) => log.warn({ err: error }, 'live changes not heard'),
  });
  return {
    hub,
    stop: async () => {
      hub.end();
      await listening.stop();
    },
  };
}

/**
 * Streams the changes that a person may see (decision 14). `recognise` does not count as being there, neither at the
 * opening nor later: an open tab alone keeps no session alive.
 */
export const serveLive =
  ({ hub, recognise }: { hub: Hub; recognise: Authenticate }) =>
  async (ctx: Context) => {
    ctx.state.endpoint = 'live';
    const actor = demandActor((await recognise(ctx)).actor);
    if (ctx.method !== 'HEAD') ctx.body = hub.join({ actor, reread: () => reread(ctx, recognise), hangUp: () => ctx.res.destroy() }).body;
    ctx.status = 200;
    ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
    // A proxy that gathers answers would keep them until the stream ends.
    ctx.set('X-Accel-Buffering', 'no');
  };

async function reread(ctx: Context, recognise: Authenticate): Promise<Actor | null> {
  try {
    return (await recognise(ctx)).actor;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
