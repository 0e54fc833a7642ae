import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Context } from 'koa';

/** What is shorter comes in one packet anyway. */
const LEAST_BYTES = 1_400;
/** A hundred activities are 100 kB: 12 kB in 0.4 ms at this level, 9 kB in 1.1 ms at the usual one. */
const EFFORT = { level: 1 };

/**
 * Whether an answer may be compressed: reads of people. Answers to writes may hold secrets and the CSRF token goes to anyone; their length
 * must not depend on their content (BREACH).
 */
export const isCompressible = ({ effect, who }: Pick<Endpoint, 'effect' | 'who'>) =>
  effect === 'reads' && who !== 'anyone' && who !== 'service';

/**
 * JSON as the caller takes it: gzipped where they do and it spares packets. At once and not on a thread, where it would wait for passwords
 * and photos; what could take long is streamed. A text is JSON already.
 */
export function compress(ctx: Context, endpoint: Endpoint, body: object | string): unknown {
  if (!isCompressible(endpoint)) return body;
  ctx.vary('Accept-Encoding');
  const isStream = body instanceof Readable;
  const json = isStream ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const isLong = isStream || Buffer.byteLength(json) >= LEAST_BYTES;
  if (!isLong || ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return isStream ? body : json;
  ctx.set('Content-Encoding', 'gzip');
  // The sender of the stream reports its errors.
  return isStream ? pipeline(body, createGzip(EFFORT), () => {}) : gzipSync(json, EFFORT);
}
