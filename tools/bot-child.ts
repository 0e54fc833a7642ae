import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../bot/src/main.ts');

type ChildEnv = Readonly<Record<string, string | undefined>>;

/** Whether a chat is configured: by value, or by a file that holds it. */
export const hasChat = (env: ChildEnv): boolean =>
  ['SLACK_BOT_TOKEN', 'SLACK_BOT_TOKEN_FILE', 'TEAMS_CLIENT_ID'].some((name) => Boolean(env[name]));

/** A bot that ends sooner was never well, and would end again. */
const WELL_MS = 10_000;

/**
 * The bot beside the server, in a process of its own: what a chat does to it never reaches the web. It ends when we do, however that
 * happens, and is started again when it ends by itself.
 */
export function startBotChild(): { stop(): Promise<void> } {
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
