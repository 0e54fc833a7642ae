import { type Core, listenForChanges } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { createHub, type Hub } from './hub.ts';

/** The hub of this process, hearing of the changes of every process. `stop` comes before the server is closed, which waits for streams. */
export function startLive({ db }: Pick<Core, 'db'>, log: Logger, rhythm?: { heartbeatMs: number }): { hub: Hub; stop(): Promise<void> } {
  const hub = createHub(rhythm);
  const { onChange, onGap } = hub;
  const listening = listenForChanges(db, { onChange, onGap, onTrouble: (error) => log.warn({ err: error }, 'live changes not heard') });
  return {
    hub,
    stop: async () => {
      hub.end();
      await listening.stop();
    },
  };
}
