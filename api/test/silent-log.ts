import { pino } from 'pino';

/** For what has a log and nobody to read it. */
export const silentLog = pino({ level: 'silent' });
