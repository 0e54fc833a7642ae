import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@bitacora/core/embedded-postgres/free-port';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { type Core, connect, createCore, readReplicaOf, repositoriesOn } from '@bitacora/core/server';
import { keptSecret } from '@bitacora/core/settings/kept-secret';
import { createApp } from './app.ts';
import { openIdentityProvider } from './auth/identity-provider.ts';
import { createShutdown, type Shutdown } from './http/graceful-shutdown.ts';
import { readTerminalFile } from './http/serve-terminal.ts';
import { readWebFolder } from './http/serve-web.ts';
import { readBootMemory } from './jobs/boot-memory.ts';
import { startCleanUp } from './jobs/clean-up.ts';
import { createClockGuard } from './jobs/clock-guard.ts';
import { startDelivering } from './jobs/deliver-outbox.ts';
import { startFillingSearchWords } from './jobs/fill-search-words.ts';
import { startReminderJob } from './jobs/reminder-job.ts';
import { reminderSchedule } from './jobs/reminder-schedule.ts';
import { startSealing } from './jobs/seal-history.ts';
import { startWatchingSpace } from './jobs/watch-space.ts';
import { startWeeklyMails } from './jobs/weekly-mail.ts';
import { planWitnesses, startWitnessing } from './jobs/witness-seals.ts';
import { startLive } from './live/serve-live.ts';
import { openMailer, smtpAccessOf } from './mail/open-mailer.ts';
import { banner, startTexts } from './messages/start.ts';
import { createLog, watchSlowQueries } from './monitoring/log.ts';
import { readSettings, type Settings } from './settings.ts';
import { demandDataFolder, demandSameSecret, weakSecrets } from './startup/data-folder.ts';
import { watchDiskSpace } from './startup/disk-space.ts';
import { firstStart, offerFirstRun } from './startup/first-start.ts';
import { leaveRoot } from './startup/leave-root.ts';
import { listen } from './startup/listen.ts';
import { openDatabase } from './startup/open-database.ts';
import { privateFolder } from './storage/files.ts';
import { StoreUnavailable } from './storage/image-store.ts';
import { claimedStore, openStore } from './storage/open-store.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CUT_SHORT_MS = 3_600_000;

/** For what was started beside the server and ends with it; null where the settings were wrong. */
export let ending: Shutdown | null = null;

try {
  const envFile = path.join(root, '.env');
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env, process.env.PORT === '0' ? { PORT: String(await freePort()) } : {});
  const log = createLog(settings);
  ending = createShutdown(log);
  const { end, isEnding } = ending;
  await start(settings, log, ending).catch(async (error) => {
    if (!isEnding()) explain(error);
    await end(1);
  });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function start(settings: Settings, log: ReturnType<typeof createLog>, ending: Shutdown) {
  const { rateLimitFactor } = settings;
  if (rateLimitFactor !== 1) log.warn({ rateLimitFactor }, 'all usage limits are multiplied by RATE_LIMIT_FACTOR');
  for (const warning of weakSecrets(settings)) log.warn(warning);
  if (settings.smtpUrl && settings.allowsPlainMail) log.warn(startTexts.plainMail);
  const { dataDir } = settings;
  await demandDataFolder(dataDir);
  const reserved = await leaveRoot(settings, log);
  const provider = await openIdentityProvider(settings, log);
  const database = await openDatabase(settings, log);
  ending.onEnd(database.close);
  if (settings.slowQueryMs > 0) watchSlowQueries(database.db, settings.slowQueryMs, log);

  const secret = settings.sessionSecret ?? keptSecret(dataDir, 'session-secret');
  const previousSecret = settings.previousSessionSecret;
  const core = createCore({ db: database.db, clock: () => new Date(), zone: settings.businessTimeZone, secret, previousSecret });
  await demandSameSecret(core);
  const store = await claimedStore(core, await openStore(settings), log);
  const diskSpace = watchDiskSpace({ ...core, store, databaseFolder: database.folder, minFreeBytes: settings.minFreeBytes });
  const { isDemo } = await firstStart({ core, settings, store, log });
  if (isDemo && settings.isExposed) log.warn(startTexts.demoExposed);

  const { databaseDirectUrl } = settings;
  const changesDb = databaseDirectUrl ? connect(databaseDirectUrl, { poolSize: 1 }) : core.db;
  if (databaseDirectUrl) ending.onEnd(() => changesDb.destroy());
  const live = startLive({ db: changesDb }, log);
  ending.onEnd(live.stop); // also where the server never listens
  const { databaseReportsUrl } = settings;
  const reports = databaseReportsUrl ? connect(databaseReportsUrl, settings) : null;
  if (reports) ending.onEnd(() => reports.destroy());
  const clockGuard = createClockGuard({
    clock: core.clock,
    databaseNow: () => repositoriesOn(core.db, core.zone).serverStatus.now(),
    log,
    noteJump: (jump) => repositoriesOn(core.db, core.zone).historyBaselines.noteJump(jump),
    ...readBootMemory(dataDir),
  });
  const schedule = reminderSchedule(settings.reminderCron, settings.businessTimeZone);
  const access = smtpAccessOf(settings);
  let isLeaving = false;
  const app = createApp({
    core,
    log,
    hub: live.hub,
    store,
    scratch: uploadsFolder(await privateFolder(path.join(dataDir, 'uploads'))),
    web: fs.existsSync(path.join(root, 'web/dist/index.html')) ? await readWebFolder(path.join(root, 'web/dist')) : null,
    terminal: await readTerminalFile(path.join(root, 'cli/dist/bitacora.mjs')),
    publicUrl: settings.publicUrl,
    otherOrigins: settings.isHttps ? [] : [`http://localhost:${settings.port}`, `http://127.0.0.1:${settings.port}`],
    hidesUnknownEmail: settings.hidesUnknownEmail,
    secondFactorRule: settings.secondFactorRule,
    contactUrl: settings.contactUrl,
    privacyNotice: settings.privacyNotice,
    botTokens: botTokens(settings),
    hasBot: settings.hasBot,
    wantsRoles: settings.isProduction && settings.databaseUrl !== undefined,
    proxyHops: settings.proxyHops,
    rateLimitFactor: settings.rateLimitFactor,
    smtpUrl: settings.smtpUrl,
    readReplica: reports && readReplicaOf(core.db, reports),
    schedule,
    diskSpace,
    clockGuard,
    isLeaving: () => isLeaving,
    isDemo: () => isDemo,
    isExposed: settings.isExposed,
    metricsToken: settings.metricsToken,
    allowsPlainMail: settings.allowsPlainMail,
    mailTokens: access?.tokens,
    provider,
    allowsPasswords: settings.allowsPasswords,
  });
  const { publicUrl, contactUrl, replyTo } = settings;
  const mailer = openMailer(settings, access);
  ending.onEnd(startCleanUp(core, store, log, { clockGuard }).stop);
  ending.onEnd(startFillingSearchWords(core, log).stop);
  if (settings.hasScheduler) {
    ending.onEnd(
      startDelivering({ core, mailer, publicUrl, contactUrl, replyTo, allowsPasswords: settings.allowsPasswords, log, clockGuard }).stop,
    );
    ending.onEnd(startReminderJob({ core, schedule, log, clockGuard }).stop);
    ending.onEnd(startWeeklyMails({ core, log, clockGuard }).stop);
    ending.onEnd(startWatchingSpace({ core, diskSpace, log }).stop);
    const witnessing = { core, mailer, publicUrl, log, sealWitness: settings.sealWitness, tsaUrl: settings.tsaUrl, clockGuard };
    ending.onEnd(startSealing({ core, log, clockGuard, onSealed: () => planWitnesses(witnessing) }).stop);
    ending.onEnd(startWitnessing(witnessing).stop);
  }
  const server = await listen(app.callback(), settings, reserved);
  ending.onEnd(server.close);
  ending.onEnd(live.stop); // before the server closes, which waits for its streams
  ending.onEnd(async () => {
    isLeaving = true;
    await pause(settings.drainSeconds * 1_000);
  });

  log.info({ url: settings.publicUrl }, 'ready');
  void describeStart(core, settings, log, ending);
  if (!settings.isProduction) console.log(banner(settings, isDemo));
}

const DESCRIBE_AGAIN_MS = 1_000;

/** The code of the first start, or the address that people see. It tries again, because the database may go away at this moment. */
async function describeStart(core: Core, settings: Settings, log: ReturnType<typeof createLog>, ending: Shutdown): Promise<void> {
  while (!ending.isEnding()) {
    try {
      const firstRunCode = await offerFirstRun(core);
      if (firstRunCode) log.warn(startTexts.firstRun(settings.publicUrl, firstRunCode));
      else if (!settings.contactUrl) await reportContact(core, log);
      return;
    } catch (error) {
      log.warn({ err: error }, 'start not described');
      await pause(DESCRIBE_AGAIN_MS);
    }
  }
}

/** Where CONTACT_URL is unset: the address that people see instead. */
async function reportContact({ db, zone }: Core, log: ReturnType<typeof createLog>) {
  const email = await repositoriesOn(db, zone).users.firstAdministratorEmail();
  if (email) log.info(startTexts.contactIs(email));
  else log.warn(startTexts.contactIsNobody);
}

/** Beside the embedded database the bot finds one where it is kept. */
function botTokens({ botToken, previousBotToken, databaseUrl, dataDir }: Settings): string[] {
  if (botToken) return previousBotToken ? [botToken, previousBotToken] : [botToken];
  return databaseUrl ? [] : [keptSecret(dataDir, 'bot-token')];
}

/** Uploads pass through here. What is older than any request was cut short and belongs to nobody; the rest may be another process's. */
function uploadsFolder(folder: string): string {
  for (const name of fs.readdirSync(folder)) {
    const place = path.join(folder, name);
    const age = Date.now() - (fs.statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CUT_SHORT_MS) fs.rmSync(place, { recursive: true, force: true });
  }
  return folder;
}

function explain(error: unknown) {
  if (error instanceof StoreUnavailable)
    console.error(`No se puede llegar a las imágenes de STORAGE_URL (${error.message}). Revisa la dirección, las claves y el servicio.`);
  else console.error(error instanceof StartProblem ? error.message : error);
}
