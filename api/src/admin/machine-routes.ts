import { isDeveloper } from '@bitacora/core/domain/people/person';
import { Refused } from '@bitacora/core/domain/refusal';
import { hashOf, isSame } from '@bitacora/core/server';
import { isFromThisMachine } from '@bitacora/core/settings/local-caller';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { type Authenticate, readBearer } from '../auth/authenticate.ts';
import type { Metrics } from '../http/metrics.ts';
import type { DatabaseState } from '../monitoring/readiness.ts';
import type { Settings } from '../settings/settings.ts';

interface MachineDependencies extends Pick<Settings, 'publicUrl'>, Partial<Pick<Settings, 'metricsToken' | 'contactUrl'>> {
  metrics: Metrics;
  authenticate: Authenticate;
  isLeaving: () => boolean;
  databaseState: () => Promise<DatabaseState>;
  clock: () => Date;
}

/** A copy of security.txt is valid for this time (RFC 9116 advises less than a year). */
const CONTACT_VALID_MS = 90 * 86_400_000;

/**
 * Serves the addresses for machines: liveness, readiness, security.txt, and figures for this machine, METRICS_TOKEN or a Desarrollador. A
 * process that is shutting down is not ready.
 */
export function machineRoutes(dependencies: MachineDependencies): Middleware {
  const { metrics, authenticate, isLeaving, databaseState, metricsToken, publicUrl, contactUrl, clock } = dependencies;
  const tokenHash = metricsToken === undefined ? null : hashOf(metricsToken);
  const hasToken = (ctx: Context) => tokenHash !== null && isSame(hashOf(readBearer(ctx.get('Authorization'))), tokenHash);
  async function mayReadMetrics(ctx: Context): Promise<boolean> {
    if (isFromThisMachine(ctx.req) || hasToken(ctx)) return true;
    const { actor } = await authenticate(ctx);
    return actor !== null && isDeveloper(actor);
  }

  // The paths match letter for letter, because the request limit of `/metrics` knows no other spelling.
  const routes = new Router({ sensitive: true, strict: true });
  routes.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  routes.get('/readyz', async (ctx) => {
    const status = isLeaving() ? 'leaving' : await databaseState();
    ctx.status = status === 'ready' ? 200 : 503;
    ctx.body = { status };
  });
  routes.get('/metrics', async (ctx) => {
    if (!(await mayReadMetrics(ctx))) throw new Refused({ code: 'route.unknown' });
    ctx.body = await metrics.text();
    ctx.type = metrics.contentType;
  });
  routes.get('/.well-known/security.txt', (ctx) => {
    if (!contactUrl) throw new Refused({ code: 'route.unknown' });
    const expiresAt = new Date(clock().getTime() + CONTACT_VALID_MS).toISOString();
    const canonical = new URL('/.well-known/security.txt', publicUrl).href;
    ctx.type = 'text/plain';
    ctx.body = `Contact: ${contactUrl}\nExpires: ${expiresAt}\nPreferred-Languages: es, en\nCanonical: ${canonical}\n`;
  });
  return routes.routes() as Middleware;
}
