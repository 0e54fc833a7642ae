import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from 'pino';

/** An error's own words: a call that failed carries its arguments, which are people's texts. */
const inWords = (part: unknown): string => (part instanceof Error ? part.message : typeof part === 'string' ? part : '');

/** The library's warnings and errors; its lower levels write whole requests down. */
export function libraryLog(log: Logger): BoltLogger {
  const warn = (...parts: unknown[]) => log.warn(`slack: ${parts.map(inWords).filter(Boolean).join(' ')}`);
  const silent = () => {};
  return { debug: silent, info: silent, warn, error: warn, setLevel: silent, getLevel: () => LogLevel.WARN, setName: silent };
}
