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

  /** The library does not check endorsements, and accepts a token without a key id. */
  function mayServeTeams(kid: string | undefined): boolean {
    const jwks: { kid?: string | undefined; endorsements?: unknown }[] = keySet.jwks()?.keys ?? [];
    const keys = jwks.filter((key) => kid !== undefined && key.kid === kid);
    return keys.length > 0 && keys.every(({ endorsements }) => !Array.isArray(endorsements) || endorsements.includes('msteams'));
  }

  /** Every tenant in the activity must be ours, and there must be one. */
  function isOurs({ conversation, channelData }: z.output<typeof envelope>): boolean {
    const tenants = [conversation.tenantId, channelData?.tenant?.id].filter((id) => id !== undefined);
    return tenants.length > 0 && tenants.every((id) => id === tenantId);
  }

  return {
    /** Fetches the keys; a failure is no problem, because the next request fetches them again. */
    loadKeys: () => keySet.reload().catch(() => {}),

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

/** Microsoft's signing keys. The library fetches them at each unknown key id, so it gets only tokens that this set verifies. */
function createKeySet(metadataUrl: string) {
  let failedAt = Number.NEGATIVE_INFINITY;
  // The library derives the address in the same way.
  return createRemoteJWKSet(new URL(metadataUrl.replace(/\/openidconfiguration$/, '/keys')), {
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
