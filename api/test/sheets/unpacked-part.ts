import { unzipSync } from 'fflate';

/** The text of one part of a workbook. */
export function unpackedPart(bytes: Buffer, name: string): string {
  const part = unzipSync(bytes)[name];
  if (!part) throw new Error(`no ${name}`);
  return Buffer.from(part).toString('utf8');
}
