import { Readable } from 'node:stream';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { compress } from './compression.ts';
import type { Turn } from './concurrency-limit.ts';
import { Download } from './download.ts';

const isBatches = (result: unknown): result is AsyncIterable<unknown[]> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/** Batches as one JSON array, written as fast as the caller reads; what breaks it off leaves it visibly cut. */
async function* asArray(reply: z.ZodMiniType, first: unknown[], rest: AsyncGenerator<unknown[]>) {
  yield `[${inner(reply, first)}`;
  for await (const batch of rest) if (batch.length > 0) yield `,${inner(reply, batch)}`;
  yield ']';
}
const inner = (reply: z.ZodMiniType, batch: unknown[]) => JSON.stringify(z.encode(reply, batch as never)).slice(1, -1);

/** What the contract makes of a result. The first batch is read before anything is sent, so that a failure is still a proper no. */
export async function answer(ctx: Context, endpoint: Endpoint, result: unknown): Promise<unknown> {
  const { reply, page, file } = endpoint;
  if (file && result instanceof Download) return result.answer(ctx, file);
  ctx.type = 'json';
  if (!isBatches(result)) return compress(ctx, endpoint, z.encode(page ?? reply, result as never) as object);
  const batches = (ctx.state.turn as Turn).inTurns(result);
  const { value: first = [] } = await batches.next();
  return compress(ctx, endpoint, Readable.from(asArray(reply, first, batches), { highWaterMark: 1 })); // one batch ahead;
}
