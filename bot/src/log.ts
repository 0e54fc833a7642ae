import { type Logger, pino } from 'pino';

/** What an error may tell the log: never what it carries along, such as a request with its token. */
function factsOf(error: unknown): Record<string, unknown> {
  const { name, message, code, status, stack, cause } = (error ?? {}) as Record<string, unknown>;
  return { type: name, message: message ?? String(error), code, status, stack, ...(cause ? { cause: String(cause) } : {}) };
}

/** JSON lines, as the API's. */
export const createLog = (): Logger =>
  pino({ base: { part: 'bot' }, serializers: { err: factsOf }, timestamp: pino.stdTimeFunctions.isoTime });
