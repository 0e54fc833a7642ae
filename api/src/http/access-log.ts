import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { clientAddress } from './client-network.ts';

/** A bot asks every two seconds whether there is work: its answers are no news. */
const isHum = (endpoint: unknown, status: number) => endpoint === 'claimWork' && status === 200;

/**
 * One line a request, of named facts only: no URL, header or body reaches the log. `address` is the client's; `accountId` is the account that
 * a login or a reset is about, also where it fails.
 */
export const accessLog =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    const began = performance.now();
    await next();
    const { requestId, endpoint, actor, accountId, refusal } = ctx.state;
    const ms = Math.round(performance.now() - began);
    const level = isHum(endpoint, ctx.status) ? 'debug' : 'info';
    const who = { userId: actor?.id, accountId, address: clientAddress(ctx) ?? undefined };
    log[level]({ requestId, method: ctx.method, endpoint, status: ctx.status, ms, ...who, refusal }, 'request');
  };
