import { pipeline, Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Endpoint, FileAnswer } from '@bitacora/core/contract/endpoint';
import { findSpec } from '@bitacora/core/contract/wire-names';
import { type ActivityPart, activityParts } from '@bitacora/core/domain/activities/activity';
import { EncodedRows } from '@bitacora/core/server';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import type { Slot } from './concurrency-limit.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A shorter answer is not compressed, because it fits in one packet anyway. */
const LEAST_BYTES = 1_400;
/** This level compresses 100 kB, a hundred activities, to 12 kB in 0.4 ms; the default level to 9 kB in 1.1 ms. */
const EFFORT = { level: 1 };

/**
 * Returns whether an answer may be compressed, which only reads of logged-in people may. Answers to writes may hold secrets and the CSRF
 * token goes to anyone; their length must not depend on their content (BREACH).
 */
export const isCompressible = ({ effect, who }: Pick<Endpoint, 'effect' | 'who'>) =>
  effect === 'reads' && who !== 'anyone' && who !== 'service';

/**
 * Compresses JSON with gzip where the client accepts it and it saves packets. It does so at once, because on a thread it would wait for
 * passwords and photos. Long answers are streams. A text is JSON already.
 */
function compress(ctx: Context, endpoint: Endpoint, body: object | string): unknown {
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

/** The rows of a slice, which take half a millisecond to encode. Another request waits for a slice at each of its steps. */
const SLICE = 10;

/** Yields the rows in slices, and lets the process serve other requests between them. */
export async function* slicesOf<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await yieldToOthers();
    yield rows.slice(start, start + SLICE);
  }
}

export class Download {
  readonly bytes: Readable | Buffer;
  readonly ownName: string | undefined;
  /** Without a name of its own it has that of its call. */
  constructor(bytes: Readable | Buffer, ownName?: string) {
    this.bytes = bytes;
    this.ownName = ownName;
  }

  /** Names the file for every browser: plainly, and once more as RFC 5987 has it. */
  answer(ctx: Context, { name: callName, mediaType }: FileAnswer): Readable | Buffer {
    const name = this.ownName ?? callName;
    ctx.set('Content-Disposition', `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`);
    ctx.type = mediaType;
    return this.bytes;
  }
}

const isBatches = (result: unknown): result is AsyncIterable<unknown[]> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

async function encoded(reply: z.ZodMiniType, rows: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for await (const slice of slicesOf(rows)) parts.push(JSON.stringify(z.encode(reply, slice as never)).slice(1, -1));
  return parts.join();
}
async function* encodedBatches(reply: z.ZodMiniType, batches: AsyncIterable<unknown[]>) {
  for await (const batch of batches) yield await encoded(reply, batch);
}

/** Writes one JSON array as fast as the caller reads. After an error the array has no end, so the caller notices. */
async function* asArray(first: string, rest: AsyncGenerator<string>) {
  yield `[${first}`;
  let separator = first && ',';
  for await (const batch of rest) {
    if (!batch) continue;
    yield `${separator}${batch}`;
    separator = ',';
  }
  yield ']';
}

/** Encodes an object by the contract, except lists that are JSON already. Their wire names equal ours. */
function objectWith(lists: Readonly<Record<string, string>>, reply: z.ZodMiniType, rest: object): string {
  const wire = z.encode(reply, { success: true, ...rest, ...Object.fromEntries(Object.keys(lists).map((name) => [name, []])) } as never);
  const keys = Object.entries(wire as object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${lists[key] ?? JSON.stringify(value)}`);
  return `{${keys.join()}}`;
}

/** Encodes the parts of an activity in slices, where a result includes any, because each may be as long as its own call's answer. */
async function encodedParts(
  reply: z.ZodMiniType,
  result: Partial<Record<ActivityPart, unknown>>,
): Promise<Record<string, string> | undefined> {
  const lists: Record<string, string> = {};
  for (const name of activityParts) {
    const schema = findSpec(reply)?.[name]?.[1];
    const part = result[name];
    if (schema && Array.isArray(part)) lists[name] = `[${await encoded(schema, part)}]`;
  }
  return Object.keys(lists).length > 0 ? lists : undefined;
}
const hasEncodedRows = (result: unknown): result is { rows: EncodedRows } =>
  typeof result === 'object' && result !== null && 'rows' in result && result.rows instanceof EncodedRows;

/**
 * Encodes a result by the contract, and adds the `success: true` of replies that are objects. The first batch is read before anything is sent, so that a failure is still refused with a status.
 */
export async function answer(ctx: Context, endpoint: Endpoint, result: unknown): Promise<unknown> {
  const { reply, page, file } = endpoint;
  if (file && result instanceof Download) return result.answer(ctx, file);
  ctx.set('Content-Type', JSON_TYPE);
  if (result instanceof EncodedRows) return compress(ctx, endpoint, result.json);
  if (page && hasEncodedRows(result)) return compress(ctx, endpoint, objectWith({ rows: result.rows.json }, page, result));
  if (Array.isArray(result)) return compress(ctx, endpoint, `[${await encoded(reply, result)}]`);
  if (!isBatches(result)) {
    const facts = { ...(result as object) };
    const parts = await encodedParts(reply, facts);
    if (parts) return compress(ctx, endpoint, objectWith(parts, reply, facts));
    return compress(ctx, endpoint, z.encode(page ?? reply, { success: true, ...facts } as never) as object);
  }
  const batches = (ctx.state.slot as Slot).inOwnSlots(encodedBatches(reply, result));
  const { value: first = '' } = await batches.next();
  return compress(ctx, endpoint, Readable.from(asArray(first, batches), { highWaterMark: 1 })); // one batch ahead
}
