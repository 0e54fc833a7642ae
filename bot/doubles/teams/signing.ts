import crypto from 'node:crypto';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The keys of the double, and tokens signed with them. */
export function signingKeys(kid = 'k1', endorsements = ['msteams']) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256', endorsements };

  return {
    jwk,
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    /** `header` says what is unusual about it. */
    sign(claims: object, header: object = {}): string {
      const signed = `${part({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${part(claims)}`;
      return `${signed}.${crypto.sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}
export type SigningKeys = ReturnType<typeof signingKeys>;

/** In the same key set, but Microsoft signs with it for another chat. */
export const otherChannelKeys = signingKeys('k3', ['facebook']);

/** A token that nobody signed as they should. */
export function forged(claims: object, header: object, sign: (text: string) => string): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${sign(signed)}`;
}
