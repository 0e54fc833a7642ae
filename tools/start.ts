/** `npm start` builds web and terminal app if their sources changed. Then it runs the server here, and the bot if a chat is set. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { beginStep } from '../core/src/processes/begin-step.ts';
import { isReleased } from './install.mjs';

const main = path.resolve(import.meta.dirname, '../bot/src/main.ts');

type ChildEnv = Readonly<Record<string, string | undefined>>;

/** A chat is configured by value, or by a file that holds the value. */
const hasChat = (env: ChildEnv): boolean =>
  ['SLACK_BOT_TOKEN', 'SLACK_BOT_TOKEN_FILE', 'TEAMS_CLIENT_ID', 'WHATSAPP_PHONE_ID'].some((name) => Boolean(env[name]));

/** A bot that ends sooner is not restarted, because it would end again. */
const RESTARTABLE_AFTER_MS = 10_000;

/**
 * Starts the bot in a process of its own, so that its faults never reach the web. It ends with this process, and is started again when it
 * ends by itself.
 */
function startBotChild(): { stop(): Promise<void> } {
  let isEnding = false;
  let child: ChildProcess;
  let exit: Promise<void>;

  function start(): void {
    const startedAt = Date.now();
    child = spawn(process.execPath, [main], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    exit = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void exit.then(() => {
      if (!isEnding && Date.now() - startedAt > RESTARTABLE_AFTER_MS) start();
    });
  }

  start();
  return {
    async stop() {
      isEnding = true;
      child.kill('SIGTERM');
      await exit;
    },
  };
}

if (isReleased(path.resolve(import.meta.dirname, '..')) || (await build())) {
  const { ending } = await import('../api/src/main.ts');
  if (ending && hasChat(process.env)) ending.onEnd(startBotChild().stop);
} else process.exitCode = 1;

/** Builds what is not built. It imports the builders late, because a release does not contain them. */
async function build(): Promise<boolean> {
  const { buildWeb } = await import('./build-web.ts');
  if (!buildWeb()) return false;
  // The server serves the terminal app and works without it. It is built here, because other users of this machine cannot write in the checkout.
  const { findBuild, foldersFor } = await import('../cli/bundle.ts');
  // The bundler has a process of its own, because the server would keep the 100 MB that it needs.
  const folders = foldersFor(process.env, os.homedir());
  const bundler = path.resolve(import.meta.dirname, '../cli/bundle.ts');
  if (findBuild(folders)) return true;
  const end = beginStep('Construyendo la aplicación de terminal', { isProduction: process.env.NODE_ENV === 'production' });
  spawnSync(process.execPath, [bundler, ...folders], { stdio: ['ignore', 'inherit', 'inherit'] });
  end();
  return true;
}
