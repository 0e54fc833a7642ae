import { isDeveloper } from '@bitacora/core/domain/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { type Database, isMigrated } from '@bitacora/core/server';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { DiskSpace } from '../disk-space.ts';
import { cachedFor } from './cached-for.ts';
import type { Identify } from './identify.ts';
import type { Metrics } from './metrics.ts';

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);
/** A proxy on this machine is on the loopback too, but says for whom it asks. */
const isFromThisMachine = (ctx: Context) =>
  isLoopback(ctx.req.socket.remoteAddress ?? '') && !ctx.get('X-Forwarded-For') && !ctx.get('Forwarded');

interface MachineRoutesParts {
  db: Database;
  metrics: Metrics;
  identify: Identify;
  isLeaving: () => boolean;
  diskSpace: Pick<DiskSpace, 'isDatabaseFull'>;
}

/** Anybody may ask whether we are ready: the database is asked once in this time. */
const READY_MS = 1_000;

/** Addresses for machines (operations): alive, ready, and figures for this machine or a developer's token. Who is leaving is not ready. */
export function machineRoutes({ db, metrics, identify, isLeaving, diskSpace }: MachineRoutesParts): Middleware {
  const routes = new Router();
  const isDatabaseReady = cachedFor(READY_MS, () => isMigrated(db).catch(() => false));
  async function readiness(): Promise<'ready' | 'leaving' | 'database away' | 'database full'> {
    if (isLeaving()) return 'leaving';
    if (!(await isDatabaseReady())) return 'database away';
    return (await diskSpace.isDatabaseFull()) ? 'database full' : 'ready';
  }
  routes.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  routes.get('/readyz', async (ctx) => {
    const status = await readiness();
    ctx.status = status === 'ready' ? 200 : 503;
    ctx.body = { status };
  });
  routes.get('/metrics', async (ctx) => {
    const person = isFromThisMachine(ctx) ? null : (await identify(ctx)).actor;
    if (!isFromThisMachine(ctx) && !(person && isDeveloper(person))) throw new Refused({ code: 'route.unknown' });
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
  return routes.routes() as Middleware;
}
