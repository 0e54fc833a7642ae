import { inflateRawSync } from 'node:zlib';
import { packedBytes, zipEntries } from '../../src/uploads/zip-entries.ts';

/** The text of one part of a workbook. */
export function unpackedPart(bytes: Buffer, name: string): string {
  const entry = zipEntries(bytes, 100).find((each) => each.name === name);
  if (!entry) throw new Error(`no ${name}`);
  const packed = packedBytes(bytes, entry);
  return (entry.isDeflated ? inflateRawSync(packed) : packed).toString('utf8');
}
