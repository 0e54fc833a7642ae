import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@bitacora/core/embedded-postgres/free-port';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { startTexts } from '@bitacora/core/messages/start';
import { type Core, connect, createCore, repositoriesOn, standbyOf } from '@bitacora/core/server';
import { keptSecret } from '@bitacora/core/settings/kept-secret';
import { createApp } from './app.ts';
import { banner } from './banner.ts';
import { demandDataFolder } from './data-folder.ts';
import { watchDiskSpace } from './disk-space.ts';
import { fileMailer, smtpMailer } from './emails/mailer.ts';
import { createEnding, type Ending } from './ending.ts';
import { firstStart } from './first-start.ts';
import { readWebFolder } from './http/serve-web.ts';
import { claimedStore } from './images/claimed-store.ts';
import { openStore } from './images/open-store.ts';
import { StoreAway } from './images/store-away.ts';
import { createClockGuard } from './jobs/clock-guard.ts';
import { startDelivering } from './jobs/deliver-outbox.ts';
import { keptStart } from './jobs/kept-start.ts';
import { reminderSchedule } from './jobs/reminder-schedule.ts';
import { startSealing } from './jobs/seal-history.ts';
import { startSweeping } from './jobs/sweep.ts';
import { startTidying } from './jobs/tidy.ts';
import { startWatchingSpace } from './jobs/watch-space.ts';
import { planWitnesses, startWitnessing } from './jobs/witness-seals.ts';
import { leaveRoot } from './leave-root.ts';
import { listen } from './listen.ts';
import { startLive } from './live/start-live.ts';
import { createLog } from './log.ts';
import { openDatabase } from './open-database.ts';
import { privateFolder } from './private-folder.ts';
import { demandSameSecret } from './same-secret.ts';
import { readSettings, type Settings } from './settings.ts';
import { watchSlowQueries } from './slow-queries.ts';
import { weakSecrets } from './weak-secrets.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CUT_SHORT_MS = 3_600_000;

/** For what was started beside the server and ends with it; null where the settings were wrong. */
export let ending: Ending | null = null;

try {
  const envFile = path.join(root, '.env');
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env, process.env.PORT === '0' ? { PORT: String(await freePort()) } : {});
  const log = createLog(settings);
  ending = createEnding(log);
  const { end, isEnding } = ending;
  await start(settings, log, ending).catch(async (error) => {
    if (!isEnding()) explain(error);
    await end(1);
  });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function start(settings: Settings, log: ReturnType<typeof createLog>, ending: Ending) {
  if (settings.rateLimitFactor !== 1)
    log.warn(`Los límites de uso están multiplicados por ${settings.rateLimitFactor} (RATE_LIMIT_FACTOR).`);
  for (const warning of weakSecrets(settings)) log.warn(warning);
  if (settings.smtpUrl && settings.allowsPlainMail) log.warn(startTexts.plainMail);
  const { dataDir } = settings;
  await demandDataFolder(dataDir);
  const reserved = await leaveRoot(settings, log);
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
  if (!settings.contactUrl) await reportContact(core, log);

  const { databaseDirectUrl } = settings;
  const heard = databaseDirectUrl ? connect(databaseDirectUrl, { poolSize: 1 }) : core.db;
  if (databaseDirectUrl) ending.onEnd(() => heard.destroy());
  const live = startLive({ db: heard }, log);
  ending.onEnd(live.stop); // also where the server never listens
  const { databaseReportsUrl } = settings;
  const reports = databaseReportsUrl ? connect(databaseReportsUrl, settings) : null;
  if (reports) ending.onEnd(() => reports.destroy());
  const clockGuard = createClockGuard({
    clock: core.clock,
    databaseNow: () => repositoriesOn(core.db, core.zone).diagnosis.now(),
    log,
    noteJump: (jump) => repositoriesOn(core.db, core.zone).historyBaselines.noteJump(jump),
    ...keptStart(dataDir),
  });
  const schedule = reminderSchedule(settings.reminderCron, settings.businessTimeZone);
  let isLeaving = false;
  const app = createApp({
    core,
    log,
    hub: live.hub,
    store,
    scratch: uploadsFolder(await privateFolder(path.join(dataDir, 'uploads'))),
    web: fs.existsSync(path.join(root, 'web/dist/index.html')) ? await readWebFolder(path.join(root, 'web/dist')) : null,
    publicUrl: settings.publicUrl,
    otherOrigins: settings.isHttps ? [] : [`http://localhost:${settings.port}`, `http://127.0.0.1:${settings.port}`],
    hidesUnknownEmail: settings.hidesUnknownEmail,
    contactUrl: settings.contactUrl,
    botTokens: botTokens(settings),
    hasBot: settings.hasBot,
    wantsRoles: settings.isProduction && settings.databaseUrl !== undefined,
    proxyHops: settings.proxyHops,
    rateLimitFactor: settings.rateLimitFactor,
    smtpUrl: settings.smtpUrl,
    standby: reports && standbyOf(core.db, reports),
    schedule,
    diskSpace,
    clockGuard,
    isLeaving: () => isLeaving,
    isDemo: () => isDemo,
    isExposed: settings.isExposed,
    metricsToken: settings.metricsToken,
    allowsPlainMail: settings.allowsPlainMail,
  });
  const { smtpUrl, mailFrom, publicUrl, contactUrl } = settings;
  const mailer = smtpUrl
    ? smtpMailer(smtpUrl, mailFrom, { allowsPlain: settings.allowsPlainMail })
    : fileMailer(path.join(dataDir, 'outbox'), mailFrom);
  ending.onEnd(startTidying(core, store, log, { clockGuard }).stop);
  if (settings.hasScheduler) {
    ending.onEnd(startDelivering({ core, mailer, publicUrl, contactUrl, log, clockGuard }).stop);
    ending.onEnd(startSweeping({ core, schedule, log, clockGuard }).stop);
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

  log.info({ url: settings.publicUrl }, 'Bitácora está lista.');
  if (!settings.isProduction) console.log(banner(settings, isDemo));
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
  if (error instanceof StoreAway)
    console.error(`No se puede llegar a las imágenes de STORAGE_URL (${error.message}). Revisa la dirección, las claves y el servicio.`);
  else console.error(error instanceof StartProblem ? error.message : error);
}
