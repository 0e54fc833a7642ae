import { problemOf } from '@bitacora/core/contract/problems';
import { type Refusal, Refused } from '@bitacora/core/domain/refusal';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { StoreAway } from '../images/store-away.ts';

/** PostgreSQL is stopping, starting, or out of connections (its class 57P and 53300), or nobody listens. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
]);

/** What pg says of a connection that was cut; knex puts the statement before it. */
const cut =
  /(^| - )(Connection (terminated|ended)|timeout expired|Client (has encountered a connection error|was closed) and is not queryable)/;

export function isDatabaseAway(error: unknown): boolean {
  const { code, name, message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string };
  return awayCodes.has(code ?? '') || name === 'KnexTimeoutError' || cut.test(message);
}

/** What comes back by itself. */
const passingRefusals: ReadonlySet<Refusal['code']> = new Set(['server.busy', 'database.away', 'storage.away']);
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as { code?: string })?.code ?? '');

function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof StoreAway) return { code: 'storage.away' };
  if (isDatabaseAway(error)) return { code: 'database.away' };
  return isDiskFull(error) ? { code: 'storage.full' } : null;
}

/** The only place where a no becomes HTTP. Anything that is no refusal is a bug: logged with the request's id, told in one neutral sentence. */
export const refusals =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal) {
        const { status, body } = problemOf(refusal);
        ctx.status = status;
        ctx.body = body;
        ctx.state.refusal = refusal.code;
        if (refusal.code === 'session.tooManyTries') ctx.set('Retry-After', String(refusal.retryAfterSeconds));
        if (!(error instanceof Refused)) log.warn({ requestId: ctx.state.requestId, err: error }, refusal.code);
        if (passingRefusals.has(refusal.code)) ctx.set('Retry-After', '5');
      } else {
        log.error({ requestId: ctx.state.requestId, err: error }, 'unexpected failure');
        ctx.status = 500;
        ctx.body = { success: false, error: `Ocurrió un error inesperado. Si se repite, cita este número: ${ctx.state.requestId}` };
      }
    }
  };
