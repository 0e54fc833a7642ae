import { nameCommand } from '@bitacora/core/messages/phrases';
import { createCore, type Database, repositoriesOn } from '@bitacora/core/server';
import { keptSecret, StartProblem } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import type { IdentityProvider } from '../account/identity-provider.ts';
import { readSmtpAccess } from '../mail/mailer.ts';
import { adminCommand } from '../messages/admin-command.ts';
import { startTexts } from '../messages/start.ts';
import { createClockGuard, readBootMemory } from '../monitoring/clock-guard.ts';
import { watchSlowQueries } from '../monitoring/log.ts';
import { watchDiskSpace } from '../monitoring/readiness.ts';
import type { Settings } from '../settings/settings.ts';
import { StoreUnavailable } from '../storage/image-store.ts';
import { claimedStore, openStore } from '../storage/open-store.ts';
import { demandSameSecret, finishKilledRotation } from './data-folder.ts';

export function explain(error: unknown, env: NodeJS.ProcessEnv): void {
  if (error instanceof StoreUnavailable) console.error(startTexts.storeAway(error.message));
  else console.error(error instanceof StartProblem ? nameCommand(error.message, adminCommand(env)) : error);
}

/**
 * The provider of the settings, asked once at the start. A wrong address stops the start. A provider that is away does not,
 * because sessions and tokens work without it. It is asked again at the next login.
 */
export async function openIdentityProvider(settings: Settings, log: Logger): Promise<IdentityProvider | undefined> {
  if (!settings.companyLogin) return undefined;
  const { identityProvider } = await import('../account/identity-provider.ts');
  const provider = identityProvider(settings.companyLogin, settings.publicUrl);
  const failure = await provider.problem();
  if (failure?.problem === 'rejected') throw new StartProblem(startTexts.wrongIssuer(settings.companyLogin.issuer, failure.message));
  if (failure) log.warn({ detail: failure.message }, failure.problem === 'away' ? startTexts.issuerAway : startTexts.clientRefused);
  return provider;
}

interface OpenDatabase {
  db: Database;
  /** The embedded PostgreSQL has this folder; null where the database is elsewhere. */
  folder: string | null;
}

export type ProcessDependencies = Awaited<ReturnType<typeof openResources>>;

/** Opens what every process works with, on a database that is open and migrated. */
export async function openResources(settings: Settings, { db, folder }: OpenDatabase, log: Logger) {
  if (settings.slowQueryMs > 0) watchSlowQueries(db, settings.slowQueryMs, log);
  const { dataDir, businessTimeZone: zone, workTime, previousSessionSecret: previousSecret } = settings;
  if (settings.sessionSecret === undefined) await finishKilledRotation({ db, zone, dataDir });
  const secret = settings.sessionSecret ?? keptSecret(dataDir, 'session-secret');
  const core = createCore({ db, clock: () => new Date(), zone, workTime, secret, previousSecret });
  await demandSameSecret(core);
  const store = await claimedStore(core, await openStore(settings), log);
  const { serverStatus, historyBaselines } = repositoriesOn(db, zone);
  return {
    core,
    store,
    diskSpace: watchDiskSpace({ ...core, store, databaseFolder: folder, minFreeBytes: settings.minFreeBytes }),
    clockGuard: createClockGuard({
      clock: core.clock,
      databaseNow: () => serverStatus.now(),
      log,
      noteJump: (jump) => historyBaselines.noteJump(jump),
      ...readBootMemory(dataDir),
    }),
    /** Null where mails are written as files. */
    access: await readSmtpAccess(settings),
  };
}
