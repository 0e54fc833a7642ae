import { isDeveloper } from '@bitacora/core/domain/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Database, isMigrated } from '@bitacora/core/server';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Identify } from './identify.ts';
import type { Metrics } from './metrics.ts';

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);
/** A proxy on this machine is on the loopback too, but says for whom it asks. */
const isFromThisMachine = (ctx: Context) =>
  isLoopback(ctx.req.socket.remoteAddress ?? '') && !ctx.get('X-Forwarded-For') && !ctx.get('Forwarded');

/** Addresses for machines (operations): alive, ready, and figures for this machine or a developer's token. Who is leaving is not ready. */
export function machineRoutes(db: Database, metrics: Metrics, identify: Identify, isLeaving: () => boolean): Middleware {
  const routes = new Router();
  routes.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  routes.get('/readyz', async (ctx) => {
    const isReady = !isLeaving() && (await isMigrated(db).catch(() => false));
    ctx.status = isReady ? 200 : 503;
    ctx.body = { status: isReady ? 'ready' : isLeaving() ? 'leaving' : 'database away' };
  });
  routes.get('/metrics', async (ctx) => {
    const person = isFromThisMachine(ctx) ? null : (await identify(ctx)).actor;
    if (!isFromThisMachine(ctx) && !(person && isDeveloper(person))) throw new Refused({ code: 'route.unknown' });
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
  return routes.routes() as Middleware;
}
