/**
 * `npm run bot:demo` starts the demo company, doubles of the chats, the bot, and a local page that shows the chats. It needs no
 * account. The company stays in `data/bot-demo`; with `-- --new` it begins anew. The chats begin anew each time.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { names } from '../api/src/settings/settings.ts';
import { botDemo } from '../bot/src/messages/bot.ts';
import { startDemo } from '../bot/test/demo/start-demo.ts';
import { clearSchema, connect, type Database, repositoriesOn } from '../core/src/core.ts';
import { addDays, localDay } from '../core/src/domain/calendar.ts';
import { lastAnnouncedDay } from '../core/src/domain/holidays.ts';
import { deadlineKinds } from '../core/src/domain/notifications/notification.ts';
import { readWorkDays, workingDays } from '../core/src/domain/work-time.ts';
import { freePort } from '../core/src/embedded-postgres/postmaster.ts';
import { startPostgres } from '../core/src/embedded-postgres/start-postgres.ts';
import { StartProblem } from '../core/src/settings/environment.ts';
import { buildWeb } from './build-web.ts';
import { endChild } from './leash.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.resolve(root, process.env.DATA_DIR || './data/bot-demo');
const ZONE = zoneWhereItIsEleven(new Date());
/** The company rests on no day, because somebody may try it on a Sunday. */
const WORK_DAYS = 'mon-sun';
/** Exists once a whole company stands in the folder. */
const companyMark = path.join(dataDir, 'company');

// The only warning is Node's, about stripping types from the scripts of the page.
process.removeAllListeners('warning');

const closers: (() => Promise<unknown>)[] = [];
let isEnding = false;
async function end(code: number) {
  if (isEnding) return;
  isEnding = true;
  for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => void end(0));

try {
  await start();
} catch (error) {
  if (!isEnding) console.error(error instanceof Error && error.name === 'StartProblem' ? error.message : error);
  await end(1);
}

async function start() {
  const pagePort = Number(process.env.BOT_DEMO_PORT || 0);
  if (!(pagePort >= 0 && pagePort < 65_536 && Number.isInteger(pagePort))) throw new StartProblem(botDemo.wrongPort);
  if (!buildWeb()) throw new Error('The web could not be built.');
  fs.mkdirSync(dataDir, { recursive: true });
  console.log(botDemo.steps.database);
  const postgres = await startPostgres({ dataDir, log: console.log, owner: `npm run bot:demo, proceso ${process.pid}` });
  closers.push(postgres.stop);
  const db = connect(postgres.url);
  closers.push(() => db.destroy());
  const isNew = process.argv.includes('--new') || !fs.existsSync(companyMark);
  if (isNew) {
    await db.transaction(clearSchema);
    for (const name of ['company', 'images', 'outbox', 'uploads']) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  console.log(isNew ? botDemo.steps.newCompany : botDemo.steps.lastCompany);

  const token = randomBytes(32).toString('base64url');
  const publicUrl = `http://localhost:${process.env.PORT || (await freePort())}`;
  const apiUrl = publicUrl.replace('localhost', '127.0.0.1');
  const roles = { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.url };
  await startApi({ ...roles, PORT: new URL(publicUrl).port, BOT_TOKEN: token, PUBLIC_URL: publicUrl }, apiUrl);
  await db('holidays').delete();
  // The doubles of the chats forget their people and cards when they stop.
  await db('chatLinks').delete();
  console.log(botDemo.steps.chats);

  const logFile = path.join(dataDir, 'bot.log');
  const tomorrow = addDays(localDay(ZONE, new Date()), 1);
  const demo = await startDemo({
    apiUrl,
    publicUrl,
    token,
    logFile,
    tomorrow: isNew ? tomorrow : null,
    remind: () => remind(db),
    pagePort,
  });
  closers.push(demo.stop);
  fs.writeFileSync(companyMark, '');
  console.log(botDemo.ready(demo.url, publicUrl));
}

/** Starts the server in a process of its own, with neither this shell's settings nor those of .env. */
async function startApi(settings: Record<string, string>, url: string) {
  const blank = Object.fromEntries(Object.keys(names).map((name) => [name, '']));
  const env = {
    ...process.env,
    ...blank,
    ...settings,
    DATA_DIR: dataDir,
    DEMO: 'true',
    RATE_LIMIT_FACTOR: '100',
    BUSINESS_TZ: ZONE,
    WORK_DAYS,
  };
  const logFile = path.join(dataDir, 'api.log');
  const output = fs.openSync(logFile, 'w');
  const api = spawn(process.execPath, [path.join(root, 'api/src/main.ts')], { cwd: root, env, stdio: ['ignore', output, output, 'ipc'] });
  closers.push(() => endChild(api));
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (api.exitCode !== null || api.signalCode !== null) throw new StartProblem(botDemo.ended(logFile));
    await pause(100);
  }
}

/** The bot sends no reminders from 20:00 to 7:00 and on holidays, so the demo chooses a zone where it is eleven. */
function zoneWhereItIsEleven(now: Date): string {
  const behind = now.getUTCHours() - 11;
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
}

/** Runs the daily reminder job at once. It repeats earlier reminders, so that the button works twice. */
function remind(db: Database): Promise<number> {
  return db.transaction(async (trx) => {
    const { reminders, holidays } = repositoriesOn(trx, ZONE);
    const now = new Date();
    const today = localDay(ZONE, now);
    const days = (await holidays.all()).map(({ day }) => day);
    await trx('outbox')
      .whereIn('kind', [...deadlineKinds])
      .delete();
    return reminders.remind(today, lastAnnouncedDay(today, workingDays({ days: readWorkDays(WORK_DAYS) ?? [] }, days)), now);
  });
}
