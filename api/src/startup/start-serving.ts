import fs from 'node:fs';
import type { Server } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Shutdown } from '@bitacora/core/processes/shutdown';
import { connect, createReadReplica } from '@bitacora/core/server';
import { keptSecret } from '@bitacora/core/settings/environment';
import type { Logger } from 'pino';
import { type AppDependencies, type AppSettings, appSettings, createApp } from '../app.ts';
import { listen } from '../http/listen.ts';
import { readTerminalFile } from '../http/serve-terminal.ts';
import { readWebFolder } from '../http/serve-web.ts';
import { reminderSchedule } from '../jobs/scheduled-notifications.ts';
import { startLive } from '../live/hub.ts';
import { openMailer } from '../mail/mailer.ts';
import type { Settings } from '../settings/settings.ts';
import { privateFolder } from '../storage/files.ts';
import type { ProcessDependencies } from './open-resources.ts';
import { lowerPoolPriority } from './pool-priority.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const CUT_SHORT_MS = 3_600_000;

interface Serving extends ProcessDependencies, Pick<AppDependencies, 'provider' | 'joinMetrics'> {
  settings: Settings;
  log: Logger;
  ending: Pick<Shutdown, 'onEnd'>;
  isDemo: boolean;
  reserved?: Server | null;
}

export async function startServing({
  settings,
  log,
  ending,
  core,
  store,
  isDemo,
  reserved,
  access,
  ...dependencies
}: Serving): Promise<void> {
  await lowerPoolPriority();
  const { dataDir, databaseDirectUrl, databaseReportsUrl } = settings;
  const changesDb = databaseDirectUrl ? connect(databaseDirectUrl, { poolSize: 1 }) : core.db;
  if (databaseDirectUrl) ending.onEnd(() => changesDb.destroy());
  const live = startLive({ db: changesDb }, log);
  ending.onEnd(live.stop); // also where the server never listens
  const reports = databaseReportsUrl ? connect(databaseReportsUrl, settings) : null;
  if (reports) ending.onEnd(() => reports.destroy());
  let isLeaving = false;
  const app = createApp({
    ...dependencies,
    ...(Object.fromEntries(appSettings.map((name) => [name, settings[name]])) as unknown as AppSettings),
    core,
    log,
    hub: live.hub,
    store,
    mailer: openMailer(settings, access),
    scratch: clearUploadsFolder(await privateFolder(path.join(dataDir, 'uploads'))),
    web: fs.existsSync(path.join(root, 'web/dist/index.html')) ? await readWebFolder(path.join(root, 'web/dist')) : null,
    terminal: await readTerminalFile(path.join(root, 'cli/dist/bitacora.mjs')),
    otherOrigins: settings.isHttps ? [] : [`http://localhost:${settings.port}`, `http://127.0.0.1:${settings.port}`],
    botTokens: botTokens(settings),
    wantsRoles: settings.isProduction && settings.databaseUrl !== undefined,
    readReplica: reports && createReadReplica(core.db, reports),
    schedule: reminderSchedule(settings.reminderCron, settings.businessTimeZone),
    isLeaving: () => isLeaving,
    isDemo: () => isDemo,
    mailTokens: access?.tokens,
  });
  const server = await listen(app.callback(), settings, reserved);
  ending.onEnd(server.close);
  ending.onEnd(live.stop); // before the server closes, which waits for its streams
  ending.onEnd(async () => {
    isLeaving = true;
    await pause(settings.drainSeconds * 1_000);
  });
}

/** Returns the service tokens of the bot. Beside the embedded database it is generated, and the bot reads it from the data folder. */
function botTokens({ botToken, previousBotToken, databaseUrl, dataDir }: Settings): string[] {
  if (botToken) return previousBotToken ? [botToken, previousBotToken] : [botToken];
  return databaseUrl ? [] : [keptSecret(dataDir, 'bot-token')];
}

/** Clears the folder of uploads in progress. Only files older than any request are removed, because others may belong to another process. */
function clearUploadsFolder(folder: string): string {
  for (const name of fs.readdirSync(folder)) {
    const place = path.join(folder, name);
    const age = Date.now() - (fs.statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CUT_SHORT_MS) fs.rmSync(place, { recursive: true, force: true });
  }
  return folder;
}
