import path from 'node:path';
import { openLogOutput } from '@bitacora/core/processes/log-output';
import { createShutdown } from '@bitacora/core/processes/shutdown';
import { loadEnvFile } from '@bitacora/core/settings/environment';
import { pino } from 'pino';
import { readSettings } from './settings.ts';
import { startBot } from './start-bot.ts';

const envFile = path.resolve(import.meta.dirname, '../../.env');

/** Takes only these properties, because others can hold a request with its token. */
function serializeError(error: unknown): Record<string, unknown> {
  const { name, message, code, status, stack, cause } = (error ?? {}) as Record<string, unknown>;
  return { type: name, message: message ?? String(error), code, status, stack, ...(cause ? { cause: String(cause) } : {}) };
}

const output = openLogOutput((lines) => log.warn({ lines }, 'log lines dropped: there was no room'));
const log = pino({ base: { part: 'bot' }, serializers: { err: serializeError }, timestamp: pino.stdTimeFunctions.isoTime }, output);

const ending = createShutdown(log);

try {
  loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const bot = await startBot(settings, process.env, log);
  ending.onEnd(bot.stop);
  log.info({ port: bot.port, api: settings.apiUrl }, 'the bot is ready');
} catch (error) {
  // A wrong setting needs one sentence; any other error is a bug and needs its stack.
  console.error(error instanceof Error && error.name === 'StartProblem' ? error.message : error);
  await ending.end(1);
}
