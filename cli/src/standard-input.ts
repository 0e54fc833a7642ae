import type { Readable } from 'node:stream';

/** Everything that comes in. */
export async function bytesOf(stdin: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A secret that is piped in: one line, taken as it is but for its line end. */
export const secretOf = async (stdin: Readable): Promise<string> => (await bytesOf(stdin)).toString('utf8').replace(/\r?\n$/, '');
