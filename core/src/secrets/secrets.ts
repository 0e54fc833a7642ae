import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** The first seal names this as the one before, because nothing is sealed yet. */
export const NO_SEAL = Buffer.alloc(32);

/** The seal over the one before it and over lines, each a list of what a row says in the order of its columns. */
export function sealOver(before: Buffer, lines: readonly (readonly unknown[])[]): Buffer {
  const hash = createHash('sha256').update(before);
  for (const line of lines) hash.update(`${JSON.stringify(line)}\n`);
  return hash.digest();
}

const hashNode = (kind: 0 | 1, ...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256').update(Buffer.of(kind))).digest();

/** Hashes what a row says as a leaf of a tree of RFC 6962. */
export const hashLeaf = (line: readonly unknown[]): Buffer => hashNode(0, JSON.stringify(line));

/** Builds the tree over these leaves (RFC 6962): its levels, from the leaves to the root. */
export function buildTree(leaves: readonly Buffer[]): (readonly Buffer[])[] {
  const levels = [leaves];
  for (let below = leaves; below.length > 1; levels.push(below)) {
    const nodes = below;
    below = nodes.flatMap((left, at) => (at % 2 === 1 ? [] : [nodes[at + 1] ? hashNode(1, left, nodes[at + 1] as Buffer) : left]));
  }
  return levels;
}

export const treeRoot = (leaves: readonly Buffer[]): Buffer => buildTree(leaves).at(-1)?.[0] ?? NO_SEAL;

/** Names the neighbours of a leaf by which it leads to the root, with their sides. */
export const treePath = (levels: readonly (readonly Buffer[])[], index: number): string[] =>
  levels.flatMap((level, height) => {
    const place = index >> height;
    const neighbour = level[place ^ 1];
    return neighbour ? [`${place % 2 === 1 ? 'left' : 'right'} ${neighbour.toString('hex')}`] : [];
  });

/** SHA-256 of a text as UTF-8, in hexadecimal: what PostgreSQL computes of the same column. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A new secret of 256 bits for a cookie or a token, URL-safe. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A new access token of 256 bits, with the first letters by which its owner recognises it. */
export function newAccessToken(): { secret: string; prefix: string } {
  const secret = `tk_${newSecret()}`;
  return { secret, prefix: secret.slice(0, 8) };
}

/** Letters and digits that nobody takes for one another: 32 of them. */
const TYPED = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that a person reads in one place and types in another: 'K7QXM-…', groups of five letters with 25 bits each. */
export const newTypedCode = (groups = 4): string =>
  Array.from({ length: groups }, () => [...randomBytes(5)].map((byte) => TYPED[byte % TYPED.length]).join('')).join('-');

/** Letters without vowels, because no words come out (RFC 8628, 6.1): 20 of them. */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';

/** A code of 34 bits for a few minutes, which a person reads in a terminal and types in the browser: 'WDJB-MJHT'. */
export function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The same code however it was typed. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** How secrets are stored: a look-up needs the hash, and the hash opens nothing. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** A key of its own for each purpose, all from the one configured secret. */
export const keyFor = (purpose: string, secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/**
 * The 128-bit token of a password reset, URL-safe. It is computed from the reset's id whenever the email is written,
 * so that neither the resets nor the outbox hold it.
 */
export const makeResetToken = (resetId: string, key: Buffer): string =>
  createHmac('sha256', key).update(`password-reset:${resetId}`).digest().subarray(0, 16).toString('base64url');

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  seal(text: string): Buffer;
  /** Null if no key opens it. `isCurrent` is false if an earlier key did. */
  open(sealed: Buffer): { text: string; isCurrent: boolean } | null;
}

function openWith(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return `${decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)).toString('utf8')}${decipher.final('utf8')}`;
  } catch {
    return null; // another key made it, or somebody changed it
  }
}

/** Encrypts texts with a key of its own for each purpose, derived from SESSION_SECRET; also opens what the previous secret sealed. */
export function sealingFor(purpose: string, secrets: readonly string[]): SecretBox {
  const keys = secrets.map((secret) => keyFor(purpose, secret));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0] as Buffer, iv);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
    },
    open(sealed) {
      const texts = keys.map((key) => openWith(key, sealed));
      const at = texts.findIndex((text) => text !== null);
      return at < 0 ? null : { text: texts[at] as string, isCurrent: at === 0 };
    },
  };
}

/** Imported late, because only a second factor needs it. */
const library = () => import('otplib');

const STEP_SECONDS = 30;
/** One step before and one after, for clocks that differ. */
const TOLERANCE_SECONDS = STEP_SECONDS;
const ISSUER = 'Bitácora';

export const newAuthenticatorSecret = async (): Promise<string> => (await library()).generateSecret();

export const authenticatorUrl = async (secret: string, email: string): Promise<string> =>
  (await library()).generateURI({ issuer: ISSUER, label: email, secret });

/** The time step that a code of the app belongs to; null for a wrong code. RFC 6238 demands that each step be accepted once. */
export async function findTimeStep(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const { verifySync } = await library();
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}
