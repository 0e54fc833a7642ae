import fs from 'node:fs';
import path from 'node:path';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';
import { startBot } from './start-bot.ts';

/** What is not done by then is handed out again by the API. */
const PATIENCE_MS = 20_000;
const envFile = path.resolve(import.meta.dirname, '../../.env');

const log = createLog();
let stop: () => Promise<void> = async () => {};
let isEnding = false;

/** Ctrl-C, SIGTERM, the death of whoever started us and an error nobody caught: all end the same way. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(code), PATIENCE_MS).unref();
  await stop().catch((error) => log.error({ err: error }, 'No se pudo cerrar el bot del todo.'));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void end(0));
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'Error inesperado del bot.');
    void end(1);
  });
}

try {
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const bot = await startBot(settings, process.env, log);
  stop = bot.stop;
  log.info({ port: bot.port, api: settings.apiUrl }, 'El bot está listo.');
} catch (error) {
  // A wrong setting is one sentence for whoever starts it; anything else is a bug with a stack.
  console.error(error instanceof Error && error.name === 'StartProblem' ? error.message : error);
  await end(1);
}
