/**
 * `npm run dev` restarts the API and reloads the web when their files change. It starts PostgreSQL itself and passes its address to the
 * API, so the database stays up.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readSettings } from '../api/src/settings/settings.ts';
import { startPostgres } from '../core/src/embedded-postgres/start-postgres.ts';
import { StartProblem } from '../core/src/settings/environment.ts';
import { endChild } from './leash.ts';

const root = path.resolve(import.meta.dirname, '..');
const WEB_URL = 'http://localhost:5173';
if (fs.existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'));
const port = process.env.PORT || '3000';
const dataDir = path.resolve(root, process.env.DATA_DIR || './data');
const publicUrl = process.env.PUBLIC_URL || WEB_URL;
/** This is read before DATABASE_URL is set for the API, because with it the demo is off by default. */
const wantsDemo = demoByDefault();

const postgres = process.env.DATABASE_URL
  ? null
  : await startPostgres({ dataDir, log: console.log, owner: `npm run dev, proceso ${process.pid}` });
const env = {
  ...process.env,
  PORT: port,
  DATA_DIR: dataDir,
  ...(postgres && { DATABASE_URL: postgres.appUrl, DATABASE_OWNER_URL: postgres.url }),
  DEMO: String(wantsDemo),
  PUBLIC_URL: publicUrl,
  BITACORA_API: `http://127.0.0.1:${port}`,
};
const children = [
  run(root, '--watch-path=api/src', '--watch-path=core/src', '--watch-preserve-output', 'api/src/main.ts'),
  run(path.join(root, 'web'), 'node_modules/vite/bin/vite.js', '--port', new URL(WEB_URL).port, '--strictPort'),
];
console.log(`Desarrollo: ${WEB_URL}`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => void end(0));
for (const child of children) child.once('exit', () => void end(1));

function demoByDefault(): boolean {
  try {
    return readSettings(process.env, { PUBLIC_URL: publicUrl }).wantsDemo;
  } catch (error) {
    console.error(error instanceof StartProblem ? error.message : error);
    process.exit(1);
  }
}

function run(cwd: string, ...program: string[]): ChildProcess {
  return spawn(process.execPath, program, { cwd, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

let isEnding = false;
async function end(code: number) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all(children.map(endChild));
  await postgres?.stop();
  process.exit(code);
}
