import { PUBLIC, withOverrides } from '@microsoft/teams.api';
import { App } from '@microsoft/teams.apps';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Answer, AnswerTo, Chat, KeepCard } from '../../request.ts';
import { httpOf, PATH } from './http.ts';
import { libraryLog } from './library-log.ts';
import { chatOf } from './post/chat.ts';
import { connectorOf, guardedHttp } from './post/connector.ts';
import { LOGIN_URL, METADATA_URL, refuseOpenDoor, SERVICE_URL, type TeamsSettings, TOKEN_ISSUER } from './settings.ts';
import { denial } from './trust/admission.ts';
import { hostsOf } from './trust/hosts.ts';
import { KeySet } from './trust/key-set.ts';
import { loginOf } from './trust/login.ts';
import { listen } from './turns/listen.ts';
import { onceFor } from './turns/once.ts';
import { Shown } from './turns/shown.ts';
import { backgroundOf } from './turns/turn.ts';

interface Given {
  settings: TeamsSettings;
  env: Readonly<Record<string, string | undefined>>;
  answer: AnswerTo;
  keep: KeepCard;
  log: Logger;
}

export interface TeamsChannel {
  /** Answers POST /api/messages, and hands everything else on. */
  middleware: Middleware;
  chat: Chat;
  start(): Promise<void>;
  /** Resolves once everybody who was listened to has their answer. */
  stop(): Promise<void>;
}

/** Throws where the environment would open the door to anybody. */
export function teamsChannel({ settings, env, answer, keep, log }: Given): TeamsChannel {
  refuseOpenDoor(env);
  const {
    clientId,
    tenantId,
    serviceUrl = SERVICE_URL,
    openidMetadataUrl = METADATA_URL,
    tokenIssuer = TOKEN_ISSUER,
    publicUrl,
  } = settings;
  const hosts = hostsOf(settings.serviceUrl);
  const keys = new KeySet(openidMetadataUrl, Date.now);
  const token = loginOf(settings, Date.now);
  const door = { hosts, keys, issuer: tokenIssuer, clientId, tenantId, now: Date.now };
  const http = httpOf((authorization, body) => denial(door, authorization, body), log);

  const app = new App({
    clientId,
    tenantId,
    serviceUrl,
    token,
    client: guardedHttp(hosts, log),
    logger: libraryLog(log),
    messagingEndpoint: PATH,
    httpServerAdapter: http.adapter,
    dangerouslyAllowUnauthenticatedRequests: false,
    cloud: withOverrides(PUBLIC, { openIdMetadataUrl: openidMetadataUrl, tokenIssuer, loginEndpoint: settings.loginUrl ?? LOGIN_URL }),
  });
  const connector = connectorOf(app.api, clientId);
  const shown = new Shown();
  const { background, settled } = backgroundOf(log);
  const once = onceFor<Answer>(Date.now);
  listen(app, { answer, keep, connector, hosts, shown, tenant: tenantId, publicUrl, once, background });

  return {
    middleware: http.middleware,
    chat: chatOf({ connector, hosts, shown, token }),
    async start() {
      await app.initialize();
      await keys.ask();
    },
    stop: settled,
  };
}
