import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyFor } from './tokens.ts';

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
