import { createHash } from 'node:crypto';

/** Of nothing yet. */
export const NO_SEAL = Buffer.alloc(32);

/** The seal over the one before it and over rows of history, each a list of what it says in the order of its columns. */
export function sealOver(before: Buffer, rows: readonly (readonly unknown[])[]): Buffer {
  const hash = createHash('sha256').update(before);
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  return hash.digest();
}
