import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { App } from '@microsoft/teams.apps';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { TeamsHosts } from './settings.ts';

/** The library allows the same difference between clocks. */
const LEEWAY_SECONDS = 300;
/** Pause before an unknown key causes another fetch, because forged requests could name thousands. */
const COOLDOWN_MS = 30_000;
/** Pause after a failed fetch. */
const RETRY_MS = 1_000;
const MAX_AGE_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 5_000;

/** Why a request is refused; for the log only. */
export type Denial = 'token' | 'issuer' | 'audience' | 'key' | 'channel' | 'service' | 'tenant';

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
      return denialOf(error);
    }
  }

  function keysOf(kid: string | undefined): (JsonWebKey & { endorsements?: unknown })[] {
    return kid === undefined ? [] : (keySet.jwks()?.keys ?? []).filter((key) => key.kid === kid);
  }

  /** The library does not check endorsements, and accepts a token without a key id. */
  function mayServeTeams(kid: string | undefined): boolean {
    const keys = keysOf(kid);
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
      keyReadersOf(app).set(keysUrlOf(metadataUrl), {
        getSigningKey(kid, callback) {
          const [key] = keysOf(kid);
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
/** A private part of @microsoft/teams.apps 2.1.0: its readers of signing keys, by address. */
function keyReadersOf({ server }: App): Map<string, KeyReader> {
  const { serviceTokenValidator } = server as unknown as {
    serviceTokenValidator: { jwtValidator: { jwksCache: Map<string, KeyReader> } };
  };
  return serviceTokenValidator.jwtValidator.jwksCache;
}

/** The library derives the address in the same way. */
const keysUrlOf = (metadataUrl: string) => metadataUrl.replace(/\/openidconfiguration$/, '/keys');

/** Microsoft's signing keys. */
function createKeySet(metadataUrl: string) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return createRemoteJWKSet(new URL(keysUrlOf(metadataUrl)), {
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

function denialOf(error: unknown): Denial {
  if (!(error instanceof errors.JOSEError) || KEY_ERRORS.has(error.code)) return 'key';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'token';
  if (error.claim === 'iss') return 'issuer';
  return error.claim === 'aud' ? 'audience' : 'token';
}

const withoutSlash = (url: string) => url.replace(/\/$/, '').toLowerCase();
const isSameAddress = (one: string, other: string) => withoutSlash(one) === withoutSlash(other);
