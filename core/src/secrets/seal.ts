import { createHash } from 'node:crypto';

/** Of nothing yet. */
export const NO_SEAL = Buffer.alloc(32);

/** The seal over the one before it and over lines, each a list of what a row says in the order of its columns. */
export function sealOver(before: Buffer, lines: readonly (readonly unknown[])[]): Buffer {
  const hash = createHash('sha256').update(before);
  for (const line of lines) hash.update(`${JSON.stringify(line)}\n`);
  return hash.digest();
}

/** SHA-256 of a text as UTF-8, in hexadecimal: what PostgreSQL computes of the same column. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
