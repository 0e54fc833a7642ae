import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** A bot asks every two seconds whether there is work: its answers are no news. */
const isHum = (endpoint: unknown, status: number) => endpoint === 'botClaimWork' && status === 200;

/** One line a request, of named facts only: no address, header or body reaches the log. */
export const accessLog =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    const began = performance.now();
    await next();
    const { requestId, endpoint, actor, refusal } = ctx.state;
    const ms = Math.round(performance.now() - began);
    const level = isHum(endpoint, ctx.status) ? 'debug' : 'info';
    log[level]({ requestId, method: ctx.method, endpoint, status: ctx.status, ms, userId: actor?.id, refusal }, 'request');
  };
