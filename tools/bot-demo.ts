/**
 * `npm run bot:demo` starts the demo company, doubles of Slack and Teams, the bot, and a local page that shows the chats. It needs no
 * account, and begins anew each time in `data/bot-demo`.
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
import { usualWorkTime, workingDays } from '../core/src/domain/work-time.ts';
import { freePort } from '../core/src/embedded-postgres/postmaster.ts';
import { startPostgres } from '../core/src/embedded-postgres/start-postgres.ts';
import { buildWeb } from './build-web.ts';
import { endChild } from './leash.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.resolve(root, process.env.DATA_DIR || './data/bot-demo');
const ZONE = zoneWhereItIsEleven(new Date());
const READY_WITHIN_MS = 90_000;

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
  console.log(botDemo.starting);
  if (!buildWeb()) throw new Error('The web could not be built.');
  fs.mkdirSync(dataDir, { recursive: true });
  const postgres = await startPostgres({ dataDir, log: console.log, owner: `npm run bot:demo, proceso ${process.pid}` });
  closers.push(postgres.stop);
  const db = connect(postgres.url);
  closers.push(() => db.destroy());
  await db.transaction(clearSchema);
  for (const name of ['images', 'outbox', 'uploads']) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });

  const token = randomBytes(32).toString('base64url');
  const publicUrl = `http://localhost:${process.env.PORT || (await freePort())}`;
  const apiUrl = publicUrl.replace('localhost', '127.0.0.1');
  const roles = { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.url };
  await startApi({ ...roles, PORT: new URL(publicUrl).port, BOT_TOKEN: token, PUBLIC_URL: publicUrl }, apiUrl);
  await db('holidays').delete();

  const logFile = path.join(dataDir, 'bot.log');
  const tomorrow = addDays(localDay(ZONE, new Date()), 1);
  const demo = await startDemo({ apiUrl, publicUrl, token, logFile, tomorrow, remind: () => remind(db) });
  closers.push(demo.stop);
  console.log(botDemo.ready(demo.url, publicUrl));
}

/** Starts the server in a process of its own, with neither this shell's settings nor those of .env. */
async function startApi(settings: Record<string, string>, url: string) {
  const blank = Object.fromEntries(Object.keys(names).map((name) => [name, '']));
  const env = { ...process.env, ...blank, ...settings, DATA_DIR: dataDir, DEMO: 'true', RATE_LIMIT_FACTOR: '100', BUSINESS_TZ: ZONE };
  const logFile = path.join(dataDir, 'api.log');
  const output = fs.openSync(logFile, 'w');
  const api = spawn(process.execPath, [path.join(root, 'api/src/main.ts')], { cwd: root, env, stdio: ['ignore', output, output, 'ipc'] });
  closers.push(() => endChild(api));
  for (const from = Date.now(); !(await fetch(`${url}/readyz`).catch(() => null))?.ok; await pause(100)) {
    if (api.exitCode !== null || Date.now() - from > READY_WITHIN_MS) throw new Error(fs.readFileSync(logFile, 'utf8'));
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
    return reminders.remind(today, lastAnnouncedDay(today, workingDays(usualWorkTime, days)), now);
  });
}
