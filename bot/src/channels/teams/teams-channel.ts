import { PUBLIC, withOverrides } from '@microsoft/teams.api';
import { App } from '@microsoft/teams.apps';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { createBackground, createDeliveries, persist } from '../../deliveries.ts';
import { botTeams } from '../../messages/chats.ts';
import type { BotForChannels, ChatAnswer, ChatChannel } from '../../request.ts';
import { createConnector, guardedHttp, libraryLog } from './api.ts';
import { createChat, MessageActivities } from './chat.ts';
import { registerListeners } from './listeners.ts';
import { createReceiver, createVerification, PATH, RESPONSE_LIMITS, type ResponseLimits } from './receiver.ts';
import { LOGIN_URL, METADATA_URL, refuseOpenDoor, SERVICE_URL, type TeamsSettings, TOKEN_ISSUER, teamsHosts } from './settings.ts';

const SCOPE = 'https://api.botframework.com/.default';
const TIMEOUT_MS = 10_000;
const RETRY_MS = 5_000;
/** The bot renews a token this long before its end. */
const MARGIN_MS = 5 * 60_000;

/** A retry with the same settings cannot help. */
class LoginRefused extends Error {}

const tokenReply = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

/** Reads the bot's own token for Microsoft's service, and caches it until shortly before its end. Concurrent callers share one login. */
function createLogin({ loginUrl = LOGIN_URL, tenantId, clientId, clientSecret }: TeamsSettings, now: () => number): () => Promise<string> {
  let cached: { token: Promise<string>; until: number } | null = null;

  async function logIn(): Promise<string> {
    const response = await fetch(`${loginUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: SCOPE }),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new LoginRefused(botTeams.loginRefused);
    if (!response.ok) throw new Error(`the login of Teams answered ${response.status}`);
    const { access_token, expires_in } = z.parse(tokenReply, await response.json());
    if (cached) cached.until = now() + expires_in * 1_000 - MARGIN_MS;
    return access_token;
  }

  return () => {
    if (cached && now() < cached.until) return cached.token;
    const token = logIn();
    cached = { token, until: Number.POSITIVE_INFINITY };
    token.catch(() => {
      cached = null;
    });
    return token;
  };
}

/** Resolves after the first login, or when `signal` aborts. Throws when Microsoft refuses the login. */
const waitForLogin = (token: () => Promise<string>, signal: AbortSignal) =>
  persist(token, { signal, pauseMs: RETRY_MS, isFinal: (error) => error instanceof LoginRefused });

const DELIVERIES_MAX = 5_000;
const KEEP_MS = 15 * 60_000;

interface TeamsChannelContext extends Omit<BotForChannels, 'readImage'> {
  settings: TeamsSettings;
  env: Readonly<Record<string, string | undefined>>;
  log: Logger;
  limits?: Readonly<ResponseLimits>;
}

/** Throws where the environment turns off the library's checks. */
export function teamsChannel({ settings, env, answer, keep, suggest, log, limits = RESPONSE_LIMITS }: TeamsChannelContext): ChatChannel {
  refuseOpenDoor(env);
  const { clientId, tenantId, publicUrl, serviceUrl = SERVICE_URL, loginUrl = LOGIN_URL } = settings;
  const { openidMetadataUrl = METADATA_URL, tokenIssuer = TOKEN_ISSUER } = settings;
  const hosts = teamsHosts(settings.serviceUrl);
  const token = createLogin(settings, Date.now);
  const verification = createVerification({ hosts, metadataUrl: openidMetadataUrl, issuer: tokenIssuer, clientId, tenantId });
  const receiver = createReceiver(verification.denial, { limits, log });

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
  const background = createBackground();
  const inBackground = (work: Promise<void>) =>
    background.run(
      work.catch((error) => log.warn({ err: error instanceof Error ? error.message : String(error) }, 'teams: an answer was not shown')),
    );
  const once = createDeliveries<ChatAnswer>({ most: DELIVERIES_MAX, keepMs: KEEP_MS });
  const shared = { connector, hosts, messageActivities };
  registerListeners(app, { answer, keep, suggest, ...shared, tenant: tenantId, publicUrl, once, inBackground });

  return {
    middleware: receiver.middleware,
    chat: createChat({ ...shared, token }),
    entrance: () => `https://teams.microsoft.com/l/chat/0/0?users=28:${clientId}`,
    async start() {
      await app.initialize();
      verification.shareKeys(app);
      await Promise.all([verification.loadKeys(), waitForLogin(token, stopping.signal)]);
    },
    async stop() {
      stopping.abort();
      await background.drain();
    },
  };
}
