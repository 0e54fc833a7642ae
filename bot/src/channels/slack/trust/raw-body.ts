import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;

/** The bytes as they came, which is what is signed; null where there are more than a megabyte, of which the rest is not read. */
export function rawBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return resolve(null);
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MOST_BYTES) return parts.push(part);
      request.pause();
      resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', reject);
    request.once('aborted', () => reject(new Error('The request broke off.')));
  });
}
