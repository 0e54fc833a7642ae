import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 bits for a cookie or a token, URL-safe. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A new access token of 256 bits, with the first letters by which its owner recognises it. */
export function newAccessToken(): { secret: string; prefix: string } {
  const secret = `tk_${newSecret()}`;
  return { secret, prefix: secret.slice(0, 8) };
}

/** Letters and digits that nobody takes for one another: 32 of them. */
const TYPED = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code of 100 bits that a person reads in one window and types in another: 'K7QXM-…', four groups of five. */
export const newTypedCode = (): string =>
  Array.from({ length: 4 }, () => [...randomBytes(5)].map((byte) => TYPED[byte % TYPED.length]).join('')).join('-');

/** The same code however it was typed. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** How secrets are stored: a look-up needs the hash, and the hash opens nothing. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** A key of its own for each purpose, all from the one configured secret. */
export const keyFor = (purpose: string, secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/**
 * The 128-bit token of a password reset, URL-safe. It is computed from the reset's id whenever the email is written,
 * so that neither the resets nor the outbox hold it.
 */
export const resetTokenOf = (resetId: string, key: Buffer): string =>
  createHmac('sha256', key).update(`password-reset:${resetId}`).digest().subarray(0, 16).toString('base64url');
