import type { ILogger } from '@microsoft/teams.common';
import type { Logger } from 'pino';

/** An error's own words: axios hangs the bot's token on its errors, so nothing else of them is written down. */
const inWords = (part: unknown): string => (part instanceof Error ? part.message : typeof part === 'string' ? part : '');

/** The library's warnings and errors. Its lower levels write whole activities down, which nobody needs to read. */
export function libraryLog(log: Logger): ILogger {
  const said = (parts: readonly unknown[]) => parts.map(inWords).filter(Boolean).join(' ');
  const silent = () => {};
  const written: ILogger = {
    error: (...parts) => log.warn(`teams: ${said(parts)}`),
    warn: (...parts) => log.warn(`teams: ${said(parts)}`),
    info: silent,
    debug: silent,
    trace: silent,
    log: (level, ...parts) => (level === 'error' || level === 'warn' ? log.warn(`teams: ${said(parts)}`) : undefined),
    child: () => written,
  };
  return written;
}
