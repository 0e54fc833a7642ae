import http from 'node:http';
import { listenProblem } from '@bitacora/core/settings/listen-problem';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

interface ListenOptions {
  host: string;
  port: number;
  log: Logger;
  /** Whether the API accepts the bot's token. */
  isAccepted(): boolean;
}

const health =
  (isAccepted: () => boolean): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/healthz') return next();
    ctx.status = isAccepted() ? 200 : 503;
    ctx.body = { status: isAccepted() ? 'ok' : 'token refused' };
  };

/** The bot's HTTP server: health, and one path for each channel. */
export async function listen(
  middlewares: readonly Middleware[],
  { host, port, log, isAccepted }: ListenOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const app = new Koa();
  app.on('error', (error) => log.error({ err: error }, 'unexpected error of the bot'));
  app.use(health(isAccepted));
  for (const middleware of middlewares) app.use(middleware);
  const server = http.createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenProblem(error, { host, port, name: 'BOT_PORT' })));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
