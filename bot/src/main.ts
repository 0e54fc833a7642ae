import path from 'node:path';
import { loadEnvFile } from '@bitacora/core/settings/environment';
import { pino } from 'pino';
import { readSettings } from './settings.ts';
import { startBot } from './start-bot.ts';

/** The API assigns unfinished work again, so a stop may be hard. */
const STOP_MS = 20_000;
const envFile = path.resolve(import.meta.dirname, '../../.env');

/** Takes only these properties, because others can hold a request with its token. */
function serializeError(error: unknown): Record<string, unknown> {
  const { name, message, code, status, stack, cause } = (error ?? {}) as Record<string, unknown>;
  return { type: name, message: message ?? String(error), code, status, stack, ...(cause ? { cause: String(cause) } : {}) };
}

const log = pino({ base: { part: 'bot' }, serializers: { err: serializeError }, timestamp: pino.stdTimeFunctions.isoTime });

let stop: () => Promise<void> = async () => {};
let isEnding = false;

/** Ends the process after a signal, the end of the parent process, or an uncaught error. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(code), STOP_MS).unref();
  await stop().catch((error) => log.error({ err: error }, 'the bot did not close cleanly'));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void end(0));
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error of the bot');
    void end(1);
  });
}

try {
  loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const bot = await startBot(settings, process.env, log);
  stop = bot.stop;
  log.info({ port: bot.port, api: settings.apiUrl }, 'the bot is ready');
} catch (error) {
  // A wrong setting needs one sentence; any other error is a bug and needs its stack.
  console.error(error instanceof Error && error.name === 'StartProblem' ? error.message : error);
  await end(1);
}
