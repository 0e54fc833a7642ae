import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { names } from '../api/src/settings/settings.ts';
import { dataFolder, installation } from '../api/test/process/product.ts';
import { freePort } from '../core/src/embedded-postgres/postmaster.ts';

const root = path.resolve(import.meta.dirname, '..');
const PATIENCE_MS = 90_000;

/**
 * The product as `npm start` starts it, in a folder of its own with the demo company and without limits on tries. With `DEMO: 'false'` it has
 * only its first person. The folder may be that of another installed checkout.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  folder = root,
): Promise<{ url: string; outboxDir: string; botToken: string; stop(): Promise<void> }> {
  // Images belong to one database: one from elsewhere starts with a folder of its own.
  const isDemo = settings.DEMO !== 'false';
  const dataDir = settings.DATABASE_URL || folder !== root ? dataFolder() : await installation({ isDemo });
  const botToken = randomBytes(32).toString('base64url');
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.keys(names).map((name) => [name, ''])), // neither this shell's settings nor those of .env
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO: 'true',
    RATE_LIMIT_FACTOR: '1000',
    BOT_TOKEN: botToken,
    ...settings,
  };
  const output = fs.openSync(path.join(dataDir, 'server.log'), 'w');
  const server = spawn(process.execPath, [path.join(folder, 'tools/start.ts')], {
    cwd: folder,
    env,
    stdio: ['ignore', output, output, 'ipc'],
  });
  await ready(server, url, path.join(dataDir, 'server.log'));

  return {
    url,
    outboxDir: path.join(dataDir, 'outbox'),
    botToken,
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess, url: string, logFile: string) {
  for (const limit = Date.now() + PATIENCE_MS; ; await pause(100)) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    if (server.exitCode === null && Date.now() < limit) continue;
    server.kill();
    throw new Error(`The product did not start:\n${fs.readFileSync(logFile, 'utf8')}`);
  }
}
