import { setTimeout as delay } from 'node:timers/promises';
import { PUBLIC, withOverrides } from '@microsoft/teams.api';
import { App } from '@microsoft/teams.apps';
import type { Logger } from 'pino';
import type { AnswerTo, ChatAnswer, ChatChannel, KeepCard } from '../../request.ts';
import { createConnector, guardedHttp, libraryLog } from './api.ts';
import { createChat } from './chat.ts';
import { createBackground, createDeliveries } from './deliveries.ts';
import { registerListeners } from './listeners.ts';
import { createLogin, waitForLogin } from './login.ts';
import { MessageActivities } from './message-activities.ts';
import { createReceiver, PATH } from './receiver.ts';
import { hostsOf, LOGIN_URL, METADATA_URL, refuseOpenDoor, SERVICE_URL, type TeamsSettings, TOKEN_ISSUER } from './settings.ts';
import { createVerification } from './verification.ts';

/** At a stop, work in progress has this time to show its answer. */
const DRAIN_MS = 10_000;

interface TeamsChannelContext {
  settings: TeamsSettings;
  env: Readonly<Record<string, string | undefined>>;
  answer: AnswerTo;
  keep: KeepCard;
  log: Logger;
}

/** Throws where the environment turns off the library's checks. */
export function teamsChannel({ settings, env, answer, keep, log }: TeamsChannelContext): ChatChannel {
  refuseOpenDoor(env);
  const { clientId, tenantId, publicUrl, serviceUrl = SERVICE_URL, loginUrl = LOGIN_URL } = settings;
  const { openidMetadataUrl = METADATA_URL, tokenIssuer = TOKEN_ISSUER } = settings;
  const hosts = hostsOf(settings.serviceUrl);
  const token = createLogin(settings, Date.now);
  const verification = createVerification({ hosts, metadataUrl: openidMetadataUrl, issuer: tokenIssuer, clientId, tenantId });
  const receiver = createReceiver(verification.denial, log);

  const app = new App({
    clientId,
    tenantId,
    serviceUrl,
    token,
    client: guardedHttp(hosts, log),
    logger: libraryLog(log),
    messagingEndpoint: PATH,
    httpServerAdapter: receiver.adapter,
    dangerouslyAllowUnauthenticatedRequests: false,
    cloud: withOverrides(PUBLIC, { openIdMetadataUrl: openidMetadataUrl, tokenIssuer, loginEndpoint: loginUrl }),
  });
  const connector = createConnector(app.api, clientId);
  const stopping = new AbortController();
  const messageActivities = new MessageActivities();
  const background = createBackground(log);
  const once = createDeliveries<ChatAnswer>(Date.now);
  const shared = { connector, hosts, messageActivities };
  registerListeners(app, { answer, keep, ...shared, tenant: tenantId, publicUrl, once, inBackground: background.run });

  return {
    middleware: receiver.middleware,
    chat: createChat({ ...shared, token }),
    async start() {
      await app.initialize();
      verification.shareKeys(app);
      await Promise.all([verification.loadKeys(), waitForLogin(token, stopping.signal)]);
    },
    async stop() {
      stopping.abort();
      await Promise.race([background.settled(), delay(DRAIN_MS, null, { ref: false })]);
    },
  };
}
