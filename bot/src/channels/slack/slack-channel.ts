import { setTimeout as delay } from 'node:timers/promises';
import { App, type Logger as BoltLogger, type Receiver, type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { BotForChannels, ChatChannel } from '../../request.ts';
import { awaitIdentity, clientOptions, createClient, createUploads, libraryLog } from './api.ts';
import { createChat } from './chat.ts';
import { createAskers } from './handle-interaction.ts';
import { SLACK_LIMITS, type SlackLimits } from './interaction.ts';
import { registerListeners } from './listeners.ts';
import {
  type Acknowledge,
  acknowledgeWith,
  type BotIdentity,
  createReceiver,
  createSignatureCheck,
  createSlackDeliveries,
  isOurs,
} from './receiver.ts';
import { type SlackSettings, slackHosts } from './settings.ts';

const LONGEST_PAUSE_MS = 30_000;

interface SocketContext {
  identity: () => BotIdentity | null;
  acknowledge: Acknowledge;
  boltLog: BoltLogger;
  log: Logger;
}

/** Only the app's token opens the connection, so its events need no signature. The workspace is still checked. */
class SocketReceiver extends SocketModeReceiver {
  readonly #identity: () => BotIdentity | null;
  readonly #acknowledge: Acknowledge;

  constructor(settings: SlackSettings, { identity, acknowledge, boltLog }: SocketContext) {
    super({
      appToken: settings.appToken as string,
      logger: boltLog,
      autoReconnectEnabled: false,
      installerOptions: { clientOptions: clientOptions(settings, boltLog) },
    });
    this.#identity = identity;
    this.#acknowledge = acknowledge;
  }

  override init(app: App): void {
    const guarded = async (event: ReceiverEvent) => {
      const identity = this.#identity();
      if (!identity) return; // Slack sends it again, because nothing acknowledged it.
      if (!isOurs(event.body, identity)) return event.ack();
      // An empty text would be a payload of its own.
      return event.ack(((await this.#acknowledge(app, event)) || undefined) as never);
    };
    super.init({ processEvent: guarded } as App);
  }
}

/**
 * Keeps the connection open until `stop`. The library's own reconnection is off: when Slack is unreachable, the library rejects a
 * promise without a handler, which ends the process.
 */
function createSocket(settings: SlackSettings, context: SocketContext) {
  const receiver = new SocketReceiver(settings, context);
  const stopping = new AbortController();
  let connection: Promise<void> | undefined;

  async function connectOnce(): Promise<boolean> {
    const disconnection = new Promise((resolve) => receiver.client.once('disconnected', resolve));
    try {
      await receiver.client.start();
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn(`slack: no connection: ${error instanceof Error ? error.message : error}`);
      return false;
    }
    await disconnection;
    return true;
  }

  async function keepConnected(): Promise<void> {
    let pause = 1_000;
    while (!stopping.signal.aborted) {
      pause = (await connectOnce()) ? 1_000 : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    receiver,
    start() {
      connection = keepConnected();
    },
    async stop() {
      stopping.abort();
      await receiver.client.disconnect().catch(() => {});
      await connection;
    },
  };
}

interface SlackChannelContext extends BotForChannels {
  settings: SlackSettings;
  log: Logger;
  /** The clock of signatures and triggers. */
  now?: () => number;
  limits?: Readonly<SlackLimits>;
}

/** Opens Slack over HTTP, or over Socket Mode with an app token. */
export function slackChannel({
  settings,
  answer,
  keep,
  suggest,
  readImage,
  log,
  now = Date.now,
  limits = SLACK_LIMITS,
}: SlackChannelContext): ChatChannel {
  let identity: BotIdentity | null = null;
  const identityNow = () => identity as BotIdentity;
  const boltLog = libraryLog(log);
  const client = createClient(settings, boltLog);
  const hosts = slackHosts(settings);
  const upload = createUploads({ client, hosts, readImage, log });
  const deliveries = createSlackDeliveries({ log, now });
  const stopping = new AbortController();

  /** The identity is null while the channel stops, so that Slack sends the request again. */
  const verification = {
    identity: () => (stopping.signal.aborted ? null : identity),
    acknowledge: acknowledgeWith({ deliveries, limits, log }),
    log,
  };
  const socket = settings.appToken ? createSocket(settings, { ...verification, boltLog }) : null;
  const http = socket
    ? null
    : createReceiver({ ...verification, check: createSignatureCheck({ signingSecret: requireSecret(settings), now }) });

  const app = createApp((socket?.receiver ?? http) as Receiver, identityNow, { settings, boltLog });
  const readAsker = createAskers({ client, teamId: () => identityNow().teamId, now });
  const context = { client, hosts, answer, keep, suggest, upload, readAsker, botId: () => identityNow().botId, log, limits, now };
  registerListeners({ app, context, deliveries, publicUrl: settings.publicUrl });

  return {
    chat: createChat({ client, hosts, upload, token: settings.botToken }),
    entrance: () => `https://slack.com/app_redirect?${new URLSearchParams({ app: identityNow().appId, team: identityNow().teamId })}`,
    middleware: http?.middleware ?? ((_, next) => next()),
    async start() {
      identity = await awaitIdentity(client, { log, signal: stopping.signal });
      if (identity) socket?.start();
    },
    async stop() {
      stopping.abort();
      await socket?.stop();
      await deliveries.drain();
    },
  };
}

/** With an empty secret anybody could sign. */
function requireSecret({ signingSecret }: SlackSettings): string {
  if (!signingSecret) throw new Error('SLACK_SIGNING_SECRET is missing: without it the bot cannot verify requests.');
  return signingSecret;
}

/** `authorize` uses the identity read at the start, so that no acknowledgement waits for Slack. */
function createApp(
  receiver: Receiver,
  identityNow: () => BotIdentity,
  { settings, boltLog }: { settings: SlackSettings; boltLog: ReturnType<typeof libraryLog> },
) {
  return new App({
    receiver,
    logger: boltLog,
    logLevel: boltLog.getLevel(),
    clientOptions: clientOptions(settings, boltLog),
    convoStore: false,
    authorize: async () => ({ botToken: settings.botToken, ...identityNow() }),
  });
}
