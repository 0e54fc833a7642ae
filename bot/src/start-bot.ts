import http from 'node:http';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { type Env, listenProblem } from '@bitacora/core/settings/environment';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { createBot } from './create-bot.ts';
import type { ChatChannel } from './request.ts';
import type { BotSettings } from './settings.ts';

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
async function listen(
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

/** Starts the chats of the settings; none waits for the other. `idleMs` is the pause after the API had no work. */
export async function startBot(
  settings: BotSettings,
  env: Env,
  log: Logger,
  idleMs?: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { apiUrl, publicUrl, token, previousToken, metricsToken, slack, teams, host, port } = settings;
  const bot = createBot({ apiUrl, publicUrl, token, previousToken, log, idleMs });
  const channels: [ChatService, ChatChannel][] = [];
  // Each chat has a large library, so only the configured ones are loaded.
  if (slack)
    channels.push([
      'slack',
      (await import('./channels/slack/slack-channel.ts')).slackChannel({ settings: slack, ...bot.forChannels, log }),
    ]);
  if (teams)
    channels.push([
      'teams',
      (await import('./channels/teams/teams-channel.ts')).teamsChannel({ settings: teams, env, ...bot.forChannels, log }),
    ]);

  const server = await listen([bot.metricsRoutes(metricsToken), ...channels.map(([, { middleware }]) => middleware)], {
    host,
    port,
    log,
    isAccepted: bot.isAccepted,
  });
  const work = bot.work();
  for (const [name, channel] of channels) {
    channel.start().then(
      () => {
        bot.join(name, channel);
        log.info({ chat: name }, 'the chat is ready');
      },
      (error: unknown) => log.error({ err: error, chat: name }, 'the chat could not be opened'),
    );
  }
  return {
    port: server.port,
    async stop() {
      await server.close();
      await work.stop();
      await Promise.all(channels.map(([, channel]) => channel.stop()));
    },
  };
}
