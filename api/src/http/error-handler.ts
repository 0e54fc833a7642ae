import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { describeProblem } from '@bitacora/core/contract/problems';
import { readWireNames } from '@bitacora/core/contract/wire-names';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { answerTexts } from '../messages/answers.ts';
import { isDatabaseAway, isDatabaseBusy, isDatabaseFull, isDiskUnwritable } from '../monitoring/database-failures.ts';
import { StoreUnavailable } from '../storage/image-store.ts';
import { ClientGone } from './concurrency-limit.ts';

/** Returns the wire names of a call's fields, by our names. Empty for an address outside the contract. */
function callWireNames(name: string | undefined): Record<string, string> {
  const { params, body }: Partial<Endpoint> = endpoints[name as EndpointName] ?? {};
  return { ...readWireNames(params), ...readWireNames(body) };
}

/** After these refusals the same request may succeed later. */
const passingRefusals: ReadonlySet<Refusal['code']> = new Set([
  'server.busy',
  'requests.tooMany',
  'read.tooSlow',
  'database.away',
  'storage.away',
]);

/** The status that nginx logs when the client has closed the connection. */
const CLIENT_GONE = 499;

/** Finds the refusal that a request is answered with; null where the error is a bug. */
export function findRefusal(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof StoreUnavailable) return { code: 'storage.away' };
  if (isDatabaseFull(error)) return { code: 'database.full' };
  if (isDatabaseAway(error)) return { code: 'database.away' };
  if (isDatabaseBusy(error)) return { code: 'server.busy' };
  return isDiskUnwritable(error) ? { code: 'storage.full' } : null;
}

/** The only place where a refusal becomes HTTP. Any other error is a bug: it is logged with the request's id, and the client gets one neutral sentence. */
export const catchFailures =
  (log: Logger, note: (error: unknown) => void): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ClientGone) {
        ctx.status = CLIENT_GONE;
        return;
      }
      const refusal = findRefusal(error);
      note(error);
      if (refusal) {
        const { status, body } = describeProblem(refusal, callWireNames(ctx.state.endpoint));
        ctx.status = status;
        ctx.body = body;
        ctx.state.refusal = refusal.code;
        if ('retryAfterSeconds' in refusal) ctx.set('Retry-After', String(refusal.retryAfterSeconds));
        const reason = error instanceof Refused ? error.cause : error;
        if (reason) log.warn({ requestId: ctx.state.requestId, err: reason }, refusal.code);
        if (passingRefusals.has(refusal.code)) ctx.set('Retry-After', '5');
      } else {
        log.error({ requestId: ctx.state.requestId, err: error }, 'unexpected failure');
        ctx.status = 500;
        ctx.body = { success: false, error: answerTexts.unexpected(String(ctx.state.requestId)) };
      }
    }
  };

/** Logs errors after an answer began. A reader that leaves early is not an error; a store that fails half way has another code. */
export const reportServerError = (log: Logger) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof ClientGone) log.debug('reader left');
  else log.error({ err: error }, 'response failed');
};
