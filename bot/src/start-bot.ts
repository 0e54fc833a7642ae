import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { ApiError } from '@bitacora/core/client';
import { createBotClient } from '@bitacora/core/client/create-client';
import type { ChatEntrance, ChatService } from '@bitacora/core/domain/chat/chat';
import { type Env, listenProblem } from '@bitacora/core/settings/environment';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { createBotMetrics } from './bot-metrics.ts';
import type { Card } from './card.ts';
import { readProof } from './cards/activity-card.ts';
import { readText } from './flow.ts';
import { type AnswerContext, answerWith, createFlowContext } from './flows/answer.ts';
import { suggestTargets } from './flows/attach.ts';
import { cardFor } from './flows/view.ts';
import { botCards } from './messages/bot.ts';
import { createPeople, InactivePerson, type People, UnlinkedAccount } from './people.ts';
import type { Asker, BotForChannels, BotForWhatsapp, Chat, ChatChannel, KeepCard, Suggest } from './request.ts';
import type { BotSettings } from './settings.ts';
import { createServiceTransport, imageAt, type Send, sendTo } from './transport.ts';
import type { WorkContext } from './work/do-work.ts';
import { startWorking } from './work/start-working.ts';

const isAccountError = (error: unknown) => error instanceof UnlinkedAccount || error instanceof InactivePerson;
const isDenial = (error: unknown): error is ApiError => error instanceof ApiError && [403, 404].includes(error.status);

/** Registers a card at the API, so that it is redrawn when its activities change. After a failure the card only becomes outdated. */
function keepCardWith(people: People, log: Pick<Logger, 'warn'>): KeepCard {
  return async (asker, { message, press, activityIds }) => {
    try {
      const { client } = await people.as(asker, randomUUID());
      await client.keepChatCard({ conversation: asker.conversation, message, press, activityIds: [...activityIds] });
    } catch (error) {
      if (!isAccountError(error)) log.warn({ err: error, message }, 'a card was not registered at the API');
    }
  };
}

/** Draws a posted card as its person may see it now. After a denial the card holds only the refusal. */
export function redrawWith(context: AnswerContext): WorkContext['redraw'] {
  return async (asker, press): Promise<Card | null> => {
    try {
      return await cardFor(await createFlowContext(context, asker, 'redraw'), readText(press, 'view'));
    } catch (error) {
      if (isAccountError(error)) return null;
      if (isDenial(error)) return { title: botCards.activitiesTitle, intro: error.message, groups: [], activityIds: [] };
      throw error;
    }
  };
}

/** Reads the proof as its judge may see it now; null after a failure, because a card without proof is better than no card. */
const readProofWith =
  (context: AnswerContext): WorkContext['readProof'] =>
  async (asker, activityId) => {
    try {
      const { client } = await context.people.as(asker, randomUUID());
      return await readProof(client, activityId, context.publicUrl);
    } catch (error) {
      if (!isAccountError(error)) context.log.warn({ err: error, activityId }, 'a card was drawn without its evidence');
      return null;
    }
  };

/** An empty list is all that a chat can show of a failure. */
const suggestWith =
  (context: AnswerContext): Suggest =>
  async (asker, act, typed) => {
    try {
      return await suggestTargets(await createFlowContext(context, asker, randomUUID()), act, typed);
    } catch (error) {
      if (!isAccountError(error)) context.log.warn({ err: error, act }, 'a list was not searched');
      return [];
    }
  };

interface BotOptions extends Pick<BotSettings, 'apiUrl' | 'publicUrl' | 'token' | 'previousToken'> {
  log: Logger;
  now?: () => Date;
  send?: Send;
  idleMs?: number;
}

/** Creates the bot without its channels: create them with `forChannels`, then `join` them. */
export function createBot(options: BotOptions) {
  const { apiUrl, publicUrl, token, previousToken, log, now = () => new Date(), send = sendTo(apiUrl), idleMs } = options;
  const { transport, isAccepted } = createServiceTransport({ send, token, previousToken, log });
  const service = createBotClient(transport);
  const people = createPeople({ send, service, now });
  const chats: Partial<Record<ChatService, Chat>> = {};
  const entrances: ChatEntrance[] = [];
  const requireChat = ({ service: name }: Asker): Chat => {
    const chat = chats[name];
    if (!chat) throw new Error(`${name} is off`);
    return chat;
  };
  const context: AnswerContext = {
    people,
    publicUrl,
    log,
    fetchImage: async (asker, reference) => requireChat(asker).fetchImage(reference),
    checkChannel: async (asker, conversation) => requireChat(asker).checkChannel(conversation),
  };
  const metrics = createBotMetrics({ isAccepted, isReady: (name) => chats[name] !== undefined });
  const forChannels: BotForChannels & BotForWhatsapp = {
    answer: metrics.measureAnswers(answerWith(context)),
    keep: keepCardWith(people, log),
    suggest: suggestWith(context),
    readImage: imageAt(apiUrl),
    takeTemplate: async (identity) => (await service.takeChatTemplate(identity)).isFirst,
    returnDigest: async (digest) => void (await service.returnChatDigest({ digest })),
  };

  return {
    forChannels,
    isAccepted,
    metricsRoutes: metrics.routes,
    join: (name: ChatService, { chat, entrance }: Pick<ChatChannel, 'chat'> & Partial<Pick<ChatChannel, 'entrance'>>) => {
      chats[name] = chat;
      if (entrance) entrances.push({ service: name, url: entrance() });
    },
    /** Starts to do the API's work in the chats that have joined. */
    work: () =>
      startWorking({
        service,
        chats,
        entrances,
        log,
        publicUrl,
        idleMs,
        redraw: redrawWith(context),
        readProof: readProofWith(context),
        countWork: metrics.countWork,
      }),
  };
}

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

interface ListenOptions {
  host: string;
  port: number;
  log: Logger;
  isAccepted(): boolean;
}

const health =
  (isAccepted: () => boolean): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/healthz') return next();
    ctx.status = isAccepted() ? 200 : 503;
    ctx.body = { status: isAccepted() ? 'ok' : 'token refused' };
  };

/** Serves the health check, and one path for each channel. */
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
  const { apiUrl, publicUrl, token, previousToken, metricsToken, slack, teams, whatsapp, host, port } = settings;
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
  if (whatsapp)
    channels.push([
      'whatsapp',
      (await import('./channels/whatsapp/whatsapp-channel.ts')).whatsappChannel({ settings: whatsapp, ...bot.forChannels, log }),
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
