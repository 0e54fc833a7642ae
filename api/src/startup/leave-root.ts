import { access, constants } from 'node:fs/promises';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import type { Server } from 'node:net';
import { prepareDataFolder } from '@bitacora/core/embedded-postgres/data-folder-owner';
import { dropRoot, isRoot } from '@bitacora/core/embedded-postgres/system-user';
import { embeddedDatabase as texts } from '@bitacora/core/messages/start-problems';
import { StartProblem } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import { reservePort } from '../http/listen.ts';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';

/** Only root opens ports below this one. */
const UNPRIVILEGED_PORTS = 1_024;

/** Gives up root for good, before anything is read or written. Answers the port that only root could open, for `listen`. */
export async function leaveRoot(settings: Settings, log: Pick<Logger, 'warn'>): Promise<Server | null> {
  if (!isRoot()) return null;
  const user = systemUser(settings, log);
  if (!user) {
    log.warn(texts.staysRoot);
    return null;
  }
  const isPrivileged = settings.port < UNPRIVILEGED_PORTS;
  // node:cluster opens the port for its workers only later, when nobody here is root any longer.
  if (isPrivileged && settings.processes > 1) throw new StartProblem(startTexts.severalOnPort(settings.port));
  const reserved = isPrivileged ? await reservePort(settings) : null;
  // At the end of the process its user may no longer write there, and each start would compile all sources again.
  flushCompileCache();
  try {
    dropRoot(user);
  } catch (error) {
    throw new StartProblem(texts.cannotLeaveRoot(errorCode(error)));
  }
  return reserved;
}

/** Tells whether Node's compile cache is in a folder that this process cannot write. Root never uses what others compiled. */
export async function hasReadOnlyCompileCache(): Promise<boolean> {
  const folder = getCompileCacheDir();
  if (!folder || isRoot()) return false;
  return access(folder, constants.W_OK).then(
    () => false,
    () => true,
  );
}

/** A file system, or a container without capabilities, answers these to root. */
const REFUSALS = ['EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EROFS'];
const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/** The embedded PostgreSQL refuses root; with another database the start continues without a user. */
function systemUser({ dataDir, databaseUrl }: Settings, log: Pick<Logger, 'warn'>) {
  try {
    return prepareDataFolder(dataDir, { isEmbedded: !databaseUrl });
  } catch (error) {
    const problem = REFUSALS.includes(errorCode(error)) ? new StartProblem(texts.cannotGive(dataDir, errorCode(error))) : error;
    if (!databaseUrl || !(problem instanceof StartProblem)) throw problem;
    log.warn(problem.message);
    return null;
  }
}
