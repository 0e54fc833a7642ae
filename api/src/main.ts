import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { freePort } from '@bitacora/core/embedded-postgres/postmaster';
import { isRoot } from '@bitacora/core/embedded-postgres/system-user';
import { nameCommand } from '@bitacora/core/messages/phrases';
import { beginStep } from '@bitacora/core/processes/begin-step';
import { createShutdown, type Shutdown } from '@bitacora/core/processes/shutdown';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { loadEnvFile } from '@bitacora/core/settings/environment';
import { startWebhooks } from './admin/deliver-webhooks.ts';
import { createMetrics } from './http/metrics.ts';
import { startCleanUp } from './jobs/clean-up.ts';
import { startDelivering } from './jobs/deliver-outbox.ts';
import { startFillingSearchWords } from './jobs/derived-rows.ts';
import { startRepetition } from './jobs/repeat-activities.ts';
import { reminderSchedule, startReminderJob, startWeeklyMails } from './jobs/scheduled-notifications.ts';
import { planWitnesses, startSealing, startWitnessing } from './jobs/seal-history.ts';
import { startWatchingSpace } from './jobs/watch-space.ts';
import { openMailer } from './mail/mailer.ts';
import { adminCommand } from './messages/admin-command.ts';
import { banner, startTexts } from './messages/start.ts';
import { pollDueWork } from './monitoring/due-work.ts';
import { createLog, READY } from './monitoring/log.ts';
import { watchDatabase } from './monitoring/readiness.ts';
import { startWatchdog } from './monitoring/watchdog.ts';
import { startPushing } from './notifications/deliver-push.ts';
import { startWorkers } from './processes/start-workers.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { demandDataFolder, weakSecrets } from './startup/data-folder.ts';
import { firstStart, offerFirstRun } from './startup/first-start.ts';
import { hasReadOnlyCompileCache, leaveRoot } from './startup/leave-root.ts';
import { openDatabase } from './startup/open-database.ts';
import { explain, openIdentityProvider, openResources, type ProcessDependencies } from './startup/open-resources.ts';
import { startServing } from './startup/start-serving.ts';
import { privateFolder } from './storage/files.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The heap grows by 60 % between collections, because Node's own factor of up to four keeps 50 MB more at the same processor time. */
setFlagsFromString('--heap-growing-percent=60');

/** For what was started beside the server and ends with it; null where the settings were wrong. */
export let ending: Shutdown | null = null;

try {
  loadEnvFile(path.join(root, '.env'));
  const settings = readSettings(process.env, process.env.PORT === '0' ? { PORT: String(await freePort()) } : {});
  const log = createLog(settings);
  ending = createShutdown(log, { drainMs: settings.drainSeconds * 1_000 });
  const { end, isEnding } = ending;
  await start(settings, log, ending).catch(async (error) => {
    if (!isEnding()) explain(error, process.env);
    await end(1);
  });
} catch (error) {
  explain(error, process.env);
  process.exitCode = 1;
}

async function start(settings: Settings, log: ReturnType<typeof createLog>, ending: Shutdown) {
  const { rateLimitFactor } = settings;
  if (rateLimitFactor !== 1) log.warn({ rateLimitFactor }, 'all usage limits are multiplied by RATE_LIMIT_FACTOR');
  for (const warning of weakSecrets(settings)) log.warn(warning);
  if (settings.smtpUrl && settings.allowsPlainMail) log.warn(startTexts.plainMail);
  await demandDataFolder(settings.dataDir);
  const reserved = await leaveRoot(settings, log);
  // Node, PostgreSQL and workers also write here. As root, the database is another user's, who must pass.
  if (!isRoot()) process.umask(0o077);
  // Guardian, workers and bot would compile their sources at each start.
  if (await hasReadOnlyCompileCache()) process.env.NODE_COMPILE_CACHE = await privateFolder(path.join(settings.dataDir, 'compile-cache'));
  const provider = await openIdentityProvider(settings, log);
  const database = await openDatabase(settings, log).finally(beginStep(startTexts.steps.database, settings));
  ending.onEnd(database.close);

  const dependencies = await openResources(settings, database, log);
  const { core } = dependencies;
  await repositoriesOn(core.db, core.zone).installation.adoptZone(core.zone);
  const { isDemo } = await firstStart({ ...dependencies, settings, log });
  if (isDemo && settings.isExposed) log.warn(startTexts.demoExposed);
  const privacyNotice = await readFile(settings.privacyNotice ?? '').catch(() => '');
  if (!isDemo && privacyNotice.length === 0) log.warn(startTexts.noPrivacyNotice);
  startJobs({ ...dependencies, settings, log, ending });
  if (settings.processes === 1) await startServing({ ...dependencies, settings, log, ending, provider, isDemo, reserved });
  else {
    const { figures } = createMetrics({ ...core, databaseState: watchDatabase(core.db, dependencies.diskSpace) });
    const opening = { databaseUrl: database.url, databaseFolder: database.folder, isDemo };
    await startWorkers({ settings, opening, figures, log, ending });
  }

  log.info({ url: settings.publicUrl }, READY);
  ending.onEnd(startWatchdog({ ...settings, log, ending, hasSystemd: process.env.NOTIFY_SOCKET !== undefined }).stop);
  void describeStart(core, settings, log, ending);
  if (!settings.isProduction) console.log(banner(settings, isDemo));
}

interface Jobs extends ProcessDependencies {
  settings: Settings;
  log: ReturnType<typeof createLog>;
  ending: Shutdown;
}

/** The work that nobody asks for. One process of each start does it. */
function startJobs({ core, store, diskSpace, clockGuard, access, settings, log, ending }: Jobs): void {
  const { publicUrl, contactUrl, replyTo, allowsPasswords, sealWitness, tsaUrl } = settings;
  const site = { publicUrl, contactUrl, replyTo, allowsPasswords, hasPrivacyNotice: settings.privacyNotice !== undefined };
  const mailer = openMailer(settings, access);
  ending.onEnd(startCleanUp(core, store, log, { clockGuard }).stop);
  ending.onEnd(startFillingSearchWords(core, log).stop);
  if (!settings.hasScheduler) return;
  const schedule = reminderSchedule(settings.reminderCron, settings.businessTimeZone);
  const findWork = pollDueWork({ core, clockGuard });
  ending.onEnd(startDelivering({ core, mailer, ...site, log, clockGuard }, findWork).stop);
  ending.onEnd(startPushing({ core, publicUrl, log, clockGuard }, findWork).stop);
  ending.onEnd(startWebhooks({ core, log, route: { allowedHosts: settings.webhookHosts }, clockGuard }, findWork).stop);
  ending.onEnd(startReminderJob({ core, schedule, log, clockGuard }).stop);
  ending.onEnd(startRepetition({ core, log, clockGuard }).stop);
  ending.onEnd(startWeeklyMails({ core, log, clockGuard }).stop);
  ending.onEnd(startWatchingSpace({ core, diskSpace, log }).stop);
  const witnessing = { core, mailer, publicUrl, log, sealWitness, tsaUrl, clockGuard };
  ending.onEnd(startSealing({ core, log, clockGuard, onSealed: () => planWitnesses(witnessing) }).stop);
  ending.onEnd(startWitnessing(witnessing).stop);
}

const DESCRIBE_AGAIN_MS = 1_000;

/** The code of the first start, or the address that people see. It tries again, because the database may go away at this moment. */
async function describeStart(core: Core, settings: Settings, log: ReturnType<typeof createLog>, ending: Shutdown): Promise<void> {
  while (!ending.isEnding()) {
    try {
      const firstRunCode = await offerFirstRun(core);
      if (firstRunCode) {
        const sentence = nameCommand(startTexts.firstRun(settings, firstRunCode), adminCommand());
        // A person at a terminal overlooks it among the lines of the log.
        if (settings.isProduction) log.warn(sentence);
        else console.log(`${sentence}\n`);
      } else if (!settings.contactUrl) await reportContact(core, log);
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
