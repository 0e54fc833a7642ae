import { setTimeout as pause } from 'node:timers/promises';
import { PUBLIC, withOverrides } from '@microsoft/teams.api';
import { App } from '@microsoft/teams.apps';
import type { Logger } from 'pino';
import type { Channel } from '../../channel.ts';
import type { Answer, AnswerTo, KeepCard } from '../../request.ts';
import { httpOf, PATH } from './http.ts';
import { libraryLog } from './library-log.ts';
import { chatOf } from './post/chat.ts';
import { connectorOf, guardedHttp } from './post/connector.ts';
import { LOGIN_URL, METADATA_URL, refuseOpenDoor, SERVICE_URL, type TeamsSettings, TOKEN_ISSUER } from './settings.ts';
import { denial } from './trust/admission.ts';
import { hostsOf } from './trust/hosts.ts';
import { KeySet } from './trust/key-set.ts';
import { loggedIn, loginOf } from './trust/login.ts';
import { listen } from './turns/listen.ts';
import { onceFor } from './turns/once.ts';
import { Shown } from './turns/shown.ts';
import { backgroundOf } from './turns/turn.ts';

/** What is begun may still be answered when the bot stops. */
const LAST_WORDS_MS = 10_000;

interface Given {
  settings: TeamsSettings;
  env: Readonly<Record<string, string | undefined>>;
  answer: AnswerTo;
  keep: KeepCard;
  log: Logger;
}

/** Throws where the environment would open the door to anybody. */
export function teamsChannel({ settings, env, answer, keep, log }: Given): Channel {
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
  const ending = new AbortController();
  const shown = new Shown();
  const { background, settled } = backgroundOf(log);
  const once = onceFor<Answer>(Date.now);
  listen(app, { answer, keep, connector, hosts, shown, tenant: tenantId, publicUrl, once, background });

  return {
    middleware: http.middleware,
    chat: chatOf({ connector, hosts, shown, token }),
    async start() {
      await app.initialize();
      await Promise.all([keys.ask(), loggedIn(token, ending.signal)]);
    },
    async stop() {
      ending.abort();
      await Promise.race([settled(), pause(LAST_WORDS_MS, null, { ref: false })]);
    },
  };
}
