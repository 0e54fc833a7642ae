/** `npm start` builds web and terminal app if their sources changed. Then it runs the server here, and the bot if a chat is set. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { isReleased } from './install.mjs';

const main = path.resolve(import.meta.dirname, '../bot/src/main.ts');

type ChildEnv = Readonly<Record<string, string | undefined>>;

/** Whether a chat is configured: by value, or by a file that holds it. */
const hasChat = (env: ChildEnv): boolean =>
  ['SLACK_BOT_TOKEN', 'SLACK_BOT_TOKEN_FILE', 'TEAMS_CLIENT_ID'].some((name) => Boolean(env[name]));

/** A bot that ends sooner was never well, and would end again. */
const WELL_MS = 10_000;

/**
 * The bot beside the server, in a process of its own: what a chat does to it never reaches the web. It ends when we do, however that
 * happens, and is started again when it ends by itself.
 */
function startBotChild(): { stop(): Promise<void> } {
  let isEnding = false;
  let child: ChildProcess;
  let ended: Promise<void>;

  function start(): void {
    const startedAt = Date.now();
    child = spawn(process.execPath, [main], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void ended.then(() => {
      if (!isEnding && Date.now() - startedAt > WELL_MS) start();
    });
  }

  start();
  return {
    async stop() {
      isEnding = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

if (isReleased(path.resolve(import.meta.dirname, '..')) || (await build())) {
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;

/** Imports its parts late, because a release has none of them. */
async function build(): Promise<boolean> {
  const { buildWeb } = await import('./build-web.ts');
  if (!buildWeb()) return false;
  // Built here, because other users of this machine may not write in the checkout. The server hands it out, and works without it.
  const { builtIn, foldersFor } = await import('../cli/bundle.ts');
  // In a process of its own, because the server would keep the 100 MB that the bundler needs.
  const folders = foldersFor(process.env, os.homedir());
  const bundler = path.resolve(import.meta.dirname, '../cli/bundle.ts');
  if (!builtIn(folders)) spawnSync(process.execPath, [bundler, ...folders], { stdio: ['ignore', 'inherit', 'inherit'] });
  return true;
}
