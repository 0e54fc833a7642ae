import { AsyncLocalStorage } from 'node:async_hooks';
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { App, HttpRouteHandler, IHttpServerAdapter } from '@microsoft/teams.apps';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { bot } from '../../messages/bot.ts';
import { readRawBody } from '../../request.ts';
import type { TeamsHosts } from './settings.ts';

/** The library allows the same difference between clocks. */
const LEEWAY_SECONDS = 300;
/** Pause before an unknown key causes another fetch, because forged requests could name thousands. */
const COOLDOWN_MS = 30_000;
/** Pause after a failed fetch. */
const RETRY_MS = 1_000;
const MAX_AGE_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 5_000;

/** Only the log says why a request was refused. */
type Denial = 'token' | 'issuer' | 'audience' | 'key' | 'channel' | 'service' | 'tenant';

interface VerificationContext {
  hosts: TeamsHosts;
  metadataUrl: string;
  issuer: string;
  clientId: string;
  tenantId: string;
}

const tenant = z.optional(z.object({ id: z.optional(z.string()) }));
const envelope = z.object({
  channelId: z.literal('msteams'),
  serviceUrl: z.string(),
  conversation: z.object({ tenantId: z.optional(z.string()) }),
  channelData: z.optional(z.object({ tenant })),
});

/** Verifies the token and the origin of each request before the library reads it. */
export function createVerification({ hosts, metadataUrl, issuer, clientId, tenantId }: VerificationContext) {
  const keySet = createKeySet(metadataUrl);

  async function verifyToken(token: string): Promise<{ serviceUrl: string } | Denial> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keySet, {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp'],
      });
      if (!mayServeTeams(protectedHeader.kid)) return 'key';
      return typeof payload.serviceurl === 'string' ? { serviceUrl: payload.serviceurl } : 'token';
    } catch (error) {
      return classifyDenial(error);
    }
  }

  function findKeys(kid: string | undefined): (JsonWebKey & { endorsements?: unknown })[] {
    return kid === undefined ? [] : (keySet.jwks()?.keys ?? []).filter((key) => key.kid === kid);
  }

  /** The library does not check endorsements, and accepts a token without a key id. */
  function mayServeTeams(kid: string | undefined): boolean {
    const keys = findKeys(kid);
    return keys.length > 0 && keys.every(({ endorsements }) => !Array.isArray(endorsements) || endorsements.includes('msteams'));
  }

  /** Every tenant in the activity must be ours, and there must be one. */
  function isOurs({ conversation, channelData }: z.output<typeof envelope>): boolean {
    const tenants = [conversation.tenantId, channelData?.tenant?.id].filter((id) => id !== undefined);
    return tenants.length > 0 && tenants.every((id) => id === tenantId);
  }

  return {
    /** Fetches the keys. It ignores a failure, because the next request fetches them again. */
    loadKeys: () => keySet.reload().catch(() => {}),

    /** Gives the initialized library these keys, because its own would be fetched again after ten minutes, for up to 30 s. */
    shareKeys(app: App): void {
      readKeyReaders(app).set(keysUrl(metadataUrl), {
        getSigningKey(kid, callback) {
          const [key] = findKeys(kid);
          if (key) callback(null, { getPublicKey: () => createPublicKey({ key, format: 'jwk' }) });
          else callback(new Error('unknown key'));
        },
      });
    },

    /** Null for a request that the library may read. */
    async denial(authorization: string | undefined, body: unknown): Promise<Denial | null> {
      const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '') ?? [];
      if (!token) return 'token';
      const claims = await verifyToken(token);
      if (typeof claims === 'string') return claims;
      const { success, data } = z.safeParse(envelope, body);
      if (!success) return 'channel';
      if (!hosts.isService(data.serviceUrl) || !isSameAddress(claims.serviceUrl, data.serviceUrl)) return 'service';
      return isOurs(data) ? null : 'tenant';
    },
  };
}

interface KeyReader {
  getSigningKey(kid: string | undefined, callback: (error: Error | null, key?: { getPublicKey(): KeyObject }) => void): void;
}
/** Returns a private part of @microsoft/teams.apps 2.1.0: its readers of signing keys, by address. */
function readKeyReaders({ server }: App): Map<string, KeyReader> {
  const { serviceTokenValidator } = server as unknown as {
    serviceTokenValidator: { jwtValidator: { jwksCache: Map<string, KeyReader> } };
  };
  return serviceTokenValidator.jwtValidator.jwksCache;
}

/** The library derives the address in the same way. */
const keysUrl = (metadataUrl: string) => metadataUrl.replace(/\/openidconfiguration$/, '/keys');

/** Microsoft's signing keys. */
function createKeySet(metadataUrl: string) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return createRemoteJWKSet(new URL(keysUrl(metadataUrl)), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
    timeoutDuration: TIMEOUT_MS,
    async [customFetch](url, options) {
      if (performance.now() - failedAt < RETRY_MS) throw new Error('the last fetch of the keys has just failed');
      const response = await fetch(url, options).catch(() => null);
      if (response?.ok) return response;
      failedAt = performance.now();
      throw new Error('the keys could not be fetched');
    },
  });
}

/** jose's codes for a key that is unknown or cannot be fetched. */
const KEY_ERRORS = new Set(['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

function classifyDenial(error: unknown): Denial {
  if (!(error instanceof errors.JOSEError) || KEY_ERRORS.has(error.code)) return 'key';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'token';
  if (error.claim === 'iss') return 'issuer';
  return error.claim === 'aud' ? 'audience' : 'token';
}

const withoutSlash = (url: string) => url.replace(/\/$/, '').toLowerCase();
const isSameAddress = (a: string, b: string) => withoutSlash(a) === withoutSlash(b);

const MAX_BYTES = 1024 * 1024;
export const PATH = '/api/messages';

export interface ResponseLimits {
  /** An answer that is ready by then goes into the HTTP response itself. */
  promptMs: number;
  /** The HTTP response starts by then at the latest. */
  responseMs: number;
  /** A search has longer, because it has no later message that could bring its answer. */
  searchMs: number;
}
export const RESPONSE_LIMITS: Readonly<ResponseLimits> = { promptMs: 200, responseMs: 300, searchMs: 3_000 };

const busyReply = { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: bot.wait };

/** Runs the library on Koa. It passes only verified requests to the library, and responds in time to each. */
export function createReceiver(
  deny: (authorization: string | undefined, body: unknown) => Promise<Denial | null>,
  { limits, log }: { limits: Readonly<ResponseLimits>; log: Logger },
) {
  let handler: HttpRouteHandler | null = null;
  const adapter: IHttpServerAdapter = {
    registerRoute(_method, path, routeHandler) {
      if (path === PATH) handler = routeHandler;
    },
  };

  const middleware: Middleware = async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    if (ctx.method !== 'POST') return ctx.throw(405);
    const raw = await readRawBody(ctx.req, MAX_BYTES);
    if (!raw) return respond(ctx, 413);
    const arrivedAt = performance.now();
    const body = parse(raw.toString());

    const { promptMs, responseMs, searchMs } = limits;
    const verdict = await within(
      arrivedAt + responseMs,
      deny(ctx.get('Authorization') || undefined, body).then((denial) => ({ denial })),
    );
    if (verdict?.denial) log.warn(`teams: refused for its ${verdict.denial}`);
    // The service sends a request again after a 503.
    const handle = handler;
    if (!verdict || !handle) return respond(ctx, 503);
    if (verdict.denial) return respond(ctx, verdict.denial === 'tenant' || verdict.denial === 'service' ? 403 : 401);

    const headers = ctx.headers as Record<string, string>;
    const answered = promptDeadlines.run(arrivedAt + promptMs, () => handle({ body, headers }));
    const response = await within(arrivedAt + (isSearch(body) ? searchMs : responseMs), answered);
    // A refusal or a failure has no body, so that it gives no reason away.
    if (response) return respond(ctx, response.status, response.status < 300 ? response.body : null);
    return isInvoke(body) ? respond(ctx, 200, busyReply) : respond(ctx, 202);
  };
  return { adapter, middleware };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isSearch = (body: unknown) => (body as { name?: unknown } | null)?.name === 'application/search';
const isInvoke = (body: unknown) => (body as { type?: unknown } | null)?.type === 'invoke';

function respond(ctx: Context, status: number, body: unknown = null): void {
  ctx.body = body;
  ctx.status = status;
}

/** Until then the current request waits for its answer, by `performance.now()`. */
const promptDeadlines = new AsyncLocalStorage<number>();

/** Null when the current request cannot wait longer; the work continues. */
export const withinPromptTime = <Value>(work: Promise<Value>): Promise<Value | null> =>
  within(promptDeadlines.getStore() ?? performance.now() + RESPONSE_LIMITS.promptMs, work);

async function within<Value>(deadline: number, work: Promise<Value>): Promise<Value | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(Math.max(0, deadline - performance.now()), null, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
