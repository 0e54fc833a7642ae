import * as z from 'zod/mini';

/** Clocks differ; the library allows the same. */
const LEEWAY_S = 300;

const header = z.object({ alg: z.literal('RS256'), kid: z.string().check(z.minLength(1), z.maxLength(200)) });
const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  nbf: z.optional(z.number()),
  serviceurl: z.string(),
});

export interface Claimed {
  kid: string;
  issuer: string;
  audience: string;
  serviceUrl: string;
}

const decoded = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/**
 * What a token says of itself, its signature still unchecked; null for one that the library would take and we do not: without an
 * end, without the service's address, or signed in another way.
 */
export function claimedBy(authorization: string | undefined, nowS: number): Claimed | null {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '') ?? [];
  if (!token) return null;
  try {
    const [head, body] = token.split('.');
    const { kid } = z.parse(header, decoded(head));
    const { iss, aud, exp, nbf = 0, serviceurl } = z.parse(claims, decoded(body));
    if (exp + LEEWAY_S < nowS || nbf - LEEWAY_S > nowS) return null;
    return { kid, issuer: iss, audience: aud, serviceUrl: serviceurl };
  } catch {
    return null;
  }
}
