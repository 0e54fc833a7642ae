import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Refused } from '@bitacora/core/domain/refusal';
import type { Core, ReadReplica } from '@bitacora/core/server';
import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import manifest from '../../package.json' with { type: 'json' };
import { accountHandlers } from './account/handlers.ts';
import type { IdentityProvider } from './account/identity-provider.ts';
import { loginGate } from './account/login-gate.ts';
import { companyLoginRoutes } from './account/serve-company-login.ts';
import { activityHandlers } from './activities/handlers.ts';
import { serveEvidence, serveProfileImage, signedEvidence } from './activities/serve-image.ts';
import { adminHandlers } from './admin/handlers.ts';
import { machineRoutes } from './admin/machine-routes.ts';
import { authenticateBy } from './auth/authenticate.ts';
import { companyLoginCookie, deviceCookie, sessionCookie } from './auth/cookies.ts';
import type { Handlers } from './calls/handlers.ts';
import { serve } from './calls/serve.ts';
import { workbookDownloads } from './calls/workbook-downloads.ts';
import { chatHandlers } from './chat/handlers.ts';
import { clientAddress, watchForwardingHeaders } from './http/client-network.ts';
import { concurrencyLimit, type LaneLimits } from './http/concurrency-limit.ts';
import { catchFailures, reportServerError } from './http/error-handler.ts';
import { drainConnections } from './http/graceful-shutdown.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { privacyNotice, unsubscribeRoutes } from './http/public-pages.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { serveTerminal, type TerminalFile } from './http/serve-terminal.ts';
import { serveWeb, type WebFolder } from './http/serve-web.ts';
import type { ReminderSchedule } from './jobs/scheduled-notifications.ts';
import { type Hub, serveLive } from './live/hub.ts';
import type { Mailer } from './mail/mailer.ts';
import type { SmtpAccess } from './mail/smtp-conversation.ts';
import { MCP_PATH, serveMcp } from './mcp/serve-mcp.ts';
import type { ClockGuard } from './monitoring/clock-guard.ts';
import { type DiskSpace, watchDatabase, watchDiskSpace } from './monitoring/readiness.ts';
import { notificationHandlers } from './notifications/handlers.ts';
import { serveCalendar } from './notifications/serve-calendar.ts';
import { serveApiPage } from './openapi/serve-api-page.ts';
import { peopleHandlers } from './people/handlers.ts';
import { recordHandlers } from './records/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import type { Settings } from './settings/settings.ts';
import type { ImageStore } from './storage/image-store.ts';
import { topicHandlers } from './topics/handlers.ts';

/** What every answer carries; each kind of answer sets its own Content-Security-Policy (docs/reliability.md). */
const headers = (isHttps: boolean): Middleware => {
  const usual = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  // They are the same for every answer, so helmet is asked once.
  const all: [name: string, value: string][] = [['Permissions-Policy', NO_DEVICES]];
  const answer = { setHeader: (name: string, value: string) => void all.push([name, value]), removeHeader: () => {} };
  void usual({ req: {}, res: answer } as unknown as Koa.Context, async () => {});
  return (ctx, next) => {
    for (const [name, value] of all) ctx.res.setHeader(name, value);
    return next();
  };
};

/** The page asks for no device; a phone's camera takes its picture outside of it, through the file chooser. */
const NO_DEVICES = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** JSON is never cached and never a page. */
const apiHeaders: Middleware = async (ctx, next) => {
  ctx.set('Content-Security-Policy', NOTHING);
  ctx.set('Cache-Control', 'no-store');
  // Terminal apps compare it with their own.
  ctx.set('X-Bitacora-Version', manifest.version);
  await next();
};

/** A bot asks every two seconds whether there is work: its answers are no news. */
const isRoutinePoll = (endpoint: unknown, status: number) => endpoint === 'claimWork' && status === 200;

/**
 * One line a request, of named facts only: no URL, header or body reaches the log. `address` is the client's; `accountId` is the account that
 * a login or a reset is about, also where it fails.
 */
const accessLog =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    const began = performance.now();
    await next();
    const { requestId, endpoint, actor, accountId, refusal } = ctx.state;
    const ms = Math.round(performance.now() - began);
    const level = isRoutinePoll(endpoint, ctx.status) ? 'debug' : 'info';
    const who = { userId: actor?.id, accountId, address: clientAddress(ctx) ?? undefined };
    log[level]({ requestId, method: ctx.method, endpoint, status: ctx.status, ms, ...who, refusal }, 'request');
  };

/** The settings that requests need. Of the secrets only those of the mail server and of `/metrics` are among them. */
export const appSettings = [
  'publicUrl',
  'rateLimitFactor',
  'hidesUnknownEmail',
  'proxyHops',
  'contactUrl',
  'privacyNotice',
  'replyTo',
  'smtpUrl',
  'allowsPlainMail',
  'hasBot',
  'isExposed',
  'metricsToken',
  'allowsPasswords',
  'secondFactorRule',
  'webhookHosts',
] as const satisfies readonly (keyof Settings)[];

type MandatorySetting = 'publicUrl' | 'rateLimitFactor' | 'hidesUnknownEmail';
export type AppSettings = Pick<Settings, (typeof appSettings)[number]>;

export interface AppDependencies extends Pick<AppSettings, MandatorySetting>, Partial<Omit<AppSettings, MandatorySetting>> {
  core: Core;
  store: ImageStore;
  /** Sends the mail of a test; all others go by the outbox. */
  mailer: Mailer;
  log: Logger;
  hub: Hub;
  /** Uploads pass through this folder; it exists. */
  scratch: string;
  web: WebFolder | null;
  terminal?: TerminalFile | null;
  /** Where else pages of ours may come from; PUBLIC_URL's own origin is always one. */
  otherOrigins: readonly string[];
  /** Holds the bot's work while the clock is in doubt; unset, it is believed. */
  clockGuard?: ClockGuard;
  /** What is left on the disks of images and database; unset, nothing is kept free. */
  diskSpace?: DiskSpace;
  laneLimits?: LaneLimits;
  /** Whether this process is about to end, and proxies should send their requests to others. */
  isLeaving?: () => boolean;
  /** Whether a role that owns nothing should be at work on the database. */
  wantsRoles?: boolean;
  /** The bot's service tokens: two during a change of token, none without a bot. */
  botTokens?: readonly string[];
  /** Where large reports are read; unset, in the database itself. */
  readReplica?: ReadReplica | null;
  /** When the reminder job runs, by this process or by another. */
  schedule: ReminderSchedule;
  isDemo: () => boolean;
  /** Takes the figures of this process and gives what `/metrics` answers; unset, these figures alone. */
  joinMetrics?: (own: Metrics) => () => Promise<string>;
  /** The company's identity provider; unset, people log in with passwords alone. */
  provider?: IdentityProvider | undefined;
  /** Seconds between two questions of a terminal that waits to be let in; unset, five. */
  pollSeconds?: number;
  /** Unset: the login of `smtpUrl`, if any. */
  mailTokens?: SmtpAccess['tokens'];
}

/** Web and API as one Koa application, not yet listening. */
export function createApp(dependencies: AppDependencies): Koa {
  const { core, store, log, hub, scratch, web, publicUrl, otherOrigins } = dependencies;
  const { protocol, origin } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  const cookie = sessionCookie({ secrets: core.secrets, isHttps, origins: [origin, ...otherOrigins] });
  const { authenticate, authenticateInBackground, readCredential } = authenticateBy(
    core,
    cookie,
    dependencies.botTokens,
    dependencies.secondFactorRule,
  );
  const limits = createRateLimits(core.db, dependencies.rateLimitFactor);
  const diskSpace = dependencies.diskSpace ?? watchDiskSpace({ ...core, store, databaseFolder: null, minFreeBytes: 0 });
  const device = deviceCookie({ isHttps });
  const { proxyHops = 0 } = dependencies;
  const forwarding = watchForwardingHeaders(proxyHops, core.clock, log);
  const gate = loginGate({ core, device, limits, rateLimitFactor: dependencies.rateLimitFactor });

  // Letter for letter: `/API/…` would be answered without the headers of `/api/…`.
  const api = new Router({ sensitive: true });
  const signed = signedEvidence(core, store);
  const download = workbookDownloads(core, limits);
  const handlers: Handlers = {
    ...accountHandlers({ ...dependencies, cookie, device, limits, gate }),
    ...activityHandlers(core, publicUrl),
    ...adminHandlers({
      ...dependencies,
      limits,
      download,
      diskSpace,
      forwardedSeenAt: forwarding.lastSeenAt,
      metricsText: () => metricsText(),
    }),
    ...chatHandlers({ core, log, clockGuard: dependencies.clockGuard, limits }, signed.handler),
    ...notificationHandlers(core),
    ...peopleHandlers(core),
    ...recordHandlers({ core, store, publicUrl, download }),
    ...reportHandlers({ ...dependencies, limits, download }),
    ...topicHandlers,
  };
  const serveCall = serve(api, {
    publicUrl,
    core,
    store,
    cookie,
    authenticate,
    limits,
    diskSpace,
    handlers,
    scratch,
  });
  for (const kind of ['image', 'document'] as const) {
    api.get(`/api/${kind}s/:id`, serveEvidence(core, store, authenticate, kind, false));
    api.get(`/api/${kind}s/:id/thumbnail`, serveEvidence(core, store, authenticate, kind, true));
  }
  api.get('/api/signed_images/:token', signed.serve);
  api.get('/api/profile_image/:num', serveProfileImage(core, store, authenticate));
  api.get('/api/calendar/:token.ics', serveCalendar({ core, limits, publicUrl }));
  const companyLogin = companyLoginRoutes({
    ...dependencies,
    cookie,
    loginCookie: companyLoginCookie({ secrets: core.secrets, isHttps }),
    limits,
  });
  api.get('/api/oidc/login', companyLogin.begin);
  api.get('/api/oidc/callback', companyLogin.finish);
  api.get('/api/live', serveLive({ hub, authenticateInBackground }));
  serveApiPage(api, async () => (await import('./openapi/describe-api.ts')).describeApi(publicUrl, dependencies.rateLimitFactor));
  api.all(['/api', '/api/*rest'], () => {
    throw new Refused({ code: 'route.unknown' });
  });

  const isApi = ({ path }: Koa.Context) => path === '/api' || path.startsWith('/api/');
  const isProbe = (ctx: Koa.Context) => ctx.path === '/healthz' || ctx.path === '/readyz';
  const isDrawn = (ctx: Koa.Context) => readCredential(ctx) !== null && !path.extname(ctx.path) && !isProbe(ctx);
  const looksUp = (ctx: Koa.Context) => isApi(ctx) || ctx.path === '/metrics' || ctx.path === MCP_PATH || isDrawn(ctx);
  const { limit, lanes } = concurrencyLimit({ readCredential, looksUp, limits: dependencies.laneLimits });
  const databaseState = watchDatabase(core.db, diskSpace);
  const metrics = createMetrics({ ...core, hub, lanes, diskSpace, databaseState });
  const metricsText = dependencies.joinMetrics?.(metrics) ?? metrics.text;
  const app = new Koa({ proxy: proxyHops > 0, maxIpsCount: proxyHops });
  const isLeaving = dependencies.isLeaving ?? (() => false);
  app
    .use(drainConnections(isLeaving))
    .use(metrics.measure)
    .use(accessLog(log))
    .use(forwarding.watch)
    .use(catchFailures(log, diskSpace.note))
    .use(headers(isHttps))
    .use((ctx, next) => (isApi(ctx) || ctx.path === MCP_PATH ? apiHeaders(ctx, next) : next()))
    .use(limit)
    .use(machineRoutes({ ...dependencies, ...core, metrics: { ...metrics, text: metricsText }, authenticate, isLeaving, databaseState }));
  app.use(api.routes()).use(unsubscribeRoutes({ core, limits, publicUrl })).use(privacyNotice(dependencies.privacyNotice, log));
  app.use(serveMcp({ authenticate, handle: app.callback(), origins: [origin, ...otherOrigins], clock: core.clock, log }));
  app.use(serveTerminal(dependencies.terminal ?? null));
  app.on('error', reportServerError(log));
  if (web) {
    const readSession = async (ctx: Koa.Context) => {
      // Log and metrics count a page, not the call.
      await serveCall(ctx, 'readSession').finally(() => delete ctx.state.endpoint);
      return ctx.body as object;
    };
    // The page makes calls, but no pages.
    app.use(serveWeb({ web, readSession, handle: app.callback(), log }));
  }
  return app;
}
