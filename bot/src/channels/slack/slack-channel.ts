import { App, type Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Channel } from '../../channel.ts';
import type { AnswerTo, KeepCard } from '../../request.ts';
import { createChat } from './calls/create-chat.ts';
import { clientOptions, createClient } from './calls/create-client.ts';
import { identify } from './calls/identify.ts';
import { hear } from './hears/hear.ts';
import type { SlackSettings } from './settings.ts';
import { createSocket } from './socket.ts';
import { hostsOf } from './trust/hosts.ts';
import { koaReceiver } from './trust/koa-receiver.ts';
import { libraryLog } from './trust/library-log.ts';
import type { Identity } from './trust/ours.ts';
import { signatureCheck } from './trust/signature.ts';
import { createAskers } from './turns/askers.ts';
import { createDeliveries } from './turns/deliveries.ts';

interface Surroundings {
  settings: SlackSettings;
  answer: AnswerTo;
  keep: KeepCard;
  log: Logger;
  /** The clock of what Slack signs and of its triggers. */
  now?: () => number;
}

/** Slack, over HTTP or, with an app token, over Socket Mode. */
export function slackChannel({ settings, answer, keep, log, now = Date.now }: Surroundings): Channel {
  let identity: Identity | null = null;
  const known = () => identity as Identity;
  const boltLog = libraryLog(log);
  const client = createClient(settings, boltLog);
  const hosts = hostsOf(settings);
  const deliveries = createDeliveries({ log, now });
  const stopping = new AbortController();

  /** What comes once it stops is asked to come again. */
  const doubts = { identity: () => (stopping.signal.aborted ? null : identity), log };
  const socket = settings.appToken ? createSocket(settings, { ...doubts, boltLog }) : null;
  const http = socket ? null : koaReceiver({ ...doubts, check: signatureCheck({ signingSecret: secretOf(settings), now }) });

  const app = createApp((socket?.receiver ?? http) as Receiver, known, { settings, boltLog });
  const askerOf = createAskers({ client, teamId: () => known().teamId, now });
  const reach = { client, hosts, answer, keep, askerOf, botId: () => known().botId, log, now };
  hear({ app, reach, deliveries, publicUrl: settings.publicUrl });

  return {
    chat: createChat({ client, hosts, token: settings.botToken }),
    middleware: http?.middleware ?? ((_, next) => next()),
    async start() {
      identity = await identify(client, { log, signal: stopping.signal });
      if (identity) socket?.start();
    },
    async stop() {
      stopping.abort();
      await socket?.stop();
      await deliveries.drain();
    },
  };
}

/** An empty secret would believe anybody. */
function secretOf({ signingSecret }: SlackSettings): string {
  if (!signingSecret) throw new Error('SLACK_SIGNING_SECRET is missing: without it nobody can tell what Slack sends.');
  return signingSecret;
}

/** `authorize` answers from what `auth.test` said at the start, so that nothing waits for Slack before it is acknowledged. */
function createApp(
  receiver: Receiver,
  known: () => Identity,
  { settings, boltLog }: { settings: SlackSettings; boltLog: ReturnType<typeof libraryLog> },
) {
  return new App({
    receiver,
    logger: boltLog,
    logLevel: boltLog.getLevel(),
    clientOptions: clientOptions(settings, boltLog),
    convoStore: false,
    authorize: async () => ({ botToken: settings.botToken, ...known() }),
  });
}
