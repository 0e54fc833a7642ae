import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpRouteHandler, IHttpServerAdapter } from '@microsoft/teams.apps';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { botTeams } from '../../messages/teams.ts';
import type { Denial } from './verification.ts';

const MAX_BYTES = 1024 * 1024;
export const PATH = '/api/messages';
/** An answer that is ready by then goes into the HTTP response itself. */
const PROMPT_MS = 200;
/** The HTTP response starts by then at the latest. */
const RESPONSE_MS = 300;
/** A search has no later message that could bring its answer. */
const SEARCH_MS = 3_000;

const busyReply = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: botTeams.moment };

/** The library's HTTP adapter on Koa. It passes only verified requests to the library, and responds in time to each. */
export function createReceiver(deny: (authorization: string | undefined, body: unknown) => Promise<Denial | null>, log: Logger) {
  let handler: HttpRouteHandler | null = null;
  const adapter: IHttpServerAdapter = {
    registerRoute(_method, path, routeHandler) {
      if (path === PATH) handler = routeHandler;
    },
  };

  const middleware: Middleware = async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    if (ctx.method !== 'POST') return ctx.throw(405);
    const text = await readBody(ctx);
    if (text === null) return respond(ctx, 413);
    const arrivedAt = performance.now();
    const body = parse(text);

    const verdict = await withinResponseTime(arrivedAt, async () => ({ denial: await deny(ctx.get('Authorization') || undefined, body) }));
    if (verdict?.denial) log.warn(`teams: refused for its ${verdict.denial}`);
    // The service sends a request again after a 503.
    const handle = handler;
    if (!verdict || !handle) return respond(ctx, 503);
    if (verdict.denial) return respond(ctx, verdict.denial === 'tenant' || verdict.denial === 'service' ? 403 : 401);

    const headers = ctx.headers as Record<string, string>;
    const response = await withinResponseTime(arrivedAt, () => handle({ body, headers }), isSearch(body) ? SEARCH_MS : RESPONSE_MS);
    // A refusal or a failure has no body, so that it gives no reason away.
    if (response) return respond(ctx, response.status, response.status < 300 ? response.body : null);
    return isInvoke(body) ? respond(ctx, 200, busyReply) : respond(ctx, 202);
  };
  return { adapter, middleware };
}

/** Null for a body that is too large. */
async function readBody(ctx: Context): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of ctx.req) {
    length += part.length;
    if (length > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isSearch = (body: unknown) => (body as { name?: unknown } | null)?.name === 'application/search';
const isInvoke = (body: unknown) => (body as { type?: unknown } | null)?.type === 'invoke';

function respond(ctx: Context, status: number, body: unknown = null): void {
  ctx.body = body;
  ctx.status = status;
}

const arrivals = new AsyncLocalStorage<number>();

/** Starts the clock of one request; null when its time is over. */
function withinResponseTime<Value>(arrivedAt: number, work: () => Promise<Value>, mostMs = RESPONSE_MS): Promise<Value | null> {
  const result = arrivals.run(arrivedAt, work);
  return within(mostMs - (performance.now() - arrivedAt), result);
}

/** Null when the current request cannot wait longer; the work continues. */
export function withinPromptTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const arrivedAt = arrivals.getStore() ?? performance.now();
  return within(PROMPT_MS - (performance.now() - arrivedAt), work);
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | null> {
  const settled = new AbortController();
  try {
    return await Promise.race([work, delay(Math.max(0, ms), null, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
}
