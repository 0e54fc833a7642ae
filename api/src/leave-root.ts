import type { Server } from 'node:net';
import { prepareDataFolder } from '@bitacora/core/embedded-postgres/data-folder-owner';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { dropRoot, isRoot } from '@bitacora/core/embedded-postgres/system-user';
import { embeddedDatabase as texts } from '@bitacora/core/messages/embedded-database';
import type { Logger } from 'pino';
import { reservePort } from './listen.ts';
import type { Settings } from './settings.ts';

/** Below it only root opens a port. */
const UNPRIVILEGED_PORTS = 1_024;

/** Gives up root for good, before anything is read or written. Answers the port that only root could open, for `listen`. */
export async function leaveRoot(settings: Settings, log: Pick<Logger, 'warn'>): Promise<Server | null> {
  if (!isRoot()) return null;
  const user = systemUser(settings, log);
  if (!user) {
    log.warn(texts.staysRoot);
    return null;
  }
  const reserved = settings.port < UNPRIVILEGED_PORTS ? await reservePort(settings) : null;
  dropRoot(user);
  return reserved;
}

/** The embedded PostgreSQL refuses root; with another database a missing user is no reason to stay closed. */
function systemUser({ dataDir, databaseUrl }: Settings, log: Pick<Logger, 'warn'>) {
  try {
    return prepareDataFolder(dataDir, { isEmbedded: !databaseUrl });
  } catch (error) {
    if (!databaseUrl || !(error instanceof StartProblem)) throw error;
    log.warn(error.message);
    return null;
  }
}
