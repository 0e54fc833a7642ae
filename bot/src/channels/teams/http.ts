import type { HttpRouteHandler, IHttpServerAdapter } from '@microsoft/teams.apps';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { botTeams } from '../../messages/teams.ts';
import type { Denial } from './trust/admission.ts';
import { answeredInTime } from './turns/patience.ts';

const BODY_BYTES = 1024 * 1024;
export const PATH = '/api/messages';

/** Null when it is too large. */
async function bodyOf(ctx: Context): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of ctx.req) {
    length += part.length;
    if (length > BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isInvoke = (body: unknown) => (body as { type?: unknown } | null)?.type === 'invoke';
const busy = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: botTeams.moment };

/** The library's HTTP side on Koa: nothing reaches it that `deny` refuses, and every request is answered in time. */
export function httpOf(deny: (authorization: string | undefined, body: unknown) => Promise<Denial | null>, log: Logger) {
  let handle: HttpRouteHandler | null = null;
  const adapter: IHttpServerAdapter = {
    registerRoute(_method, path, handler) {
      if (path === PATH) handle = handler;
    },
  };

  const middleware: Middleware = async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    if (ctx.method !== 'POST') return ctx.throw(405);
    const text = await bodyOf(ctx);
    if (text === null) return answer(ctx, 413);
    const arrivedAt = performance.now();
    const body = parsed(text);

    const denied = await answeredInTime(arrivedAt, async () => ({ why: await deny(ctx.get('Authorization') || undefined, body) }));
    if (denied?.why) log.warn(`teams: refused for its ${denied.why}`);
    // Without a verdict nothing is done: the service sends it again.
    const take = handle;
    if (!denied || !take) return answer(ctx, 503);
    if (denied.why) return answer(ctx, denied.why === 'tenant' || denied.why === 'service' ? 403 : 401);

    const { headers } = ctx;
    const answered = await answeredInTime(arrivedAt, () => take({ body, headers: headers as Record<string, string> }));
    // Whoever is refused or meets a failure hears no reason.
    if (answered) return answer(ctx, answered.status, answered.status < 300 ? answered.body : null);
    return isInvoke(body) ? answer(ctx, 200, busy) : answer(ctx, 202);
  };
  return { adapter, middleware };
}

function answer(ctx: Context, status: number, body: unknown = null): void {
  ctx.body = body;
  ctx.status = status;
}
