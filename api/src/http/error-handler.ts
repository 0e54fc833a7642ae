import type { Logger } from 'pino';
import { ClientGone } from './concurrency-limit.ts';

/** What went wrong after an answer began. Whoever closes a page before its end is no failure of ours; a store that dies half way has another code. */
export const reportServerError = (log: Logger) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof ClientGone) log.debug('reader left');
  else log.error({ err: error }, 'response failed');
};
