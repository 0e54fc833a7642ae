import { createHash } from 'node:crypto';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { invalidOnWire } from '@bitacora/core/domain/refusal';
import { validation } from '@bitacora/core/messages/validation';
import type { IdempotencyKey } from '@bitacora/core/server';
import { CAPTURE_MAX_DAYS, type MaybeCaptured } from '@bitacora/core/use-cases/activities/apply-act';
import type { Context } from 'koa';

export const KEY_MAX = 200;

export const storageDays = ({ isQueueable }: Pick<Endpoint, 'isQueueable'>) => (isQueueable ? CAPTURE_MAX_DAYS + 1 : 1);

/**
 * Reads the caller's Idempotency-Key, with a fingerprint of the request, because the same key for another request is refused. The
 * fingerprint covers the bytes of images as they came, because another release may encode pictures otherwise.
 */
export function readIdempotencyKey(
  ctx: Context,
  endpoint: Endpoint,
  input: MaybeCaptured & { capturedDigests?: readonly string[] },
  imageDigests: readonly string[] = [],
): IdempotencyKey | undefined {
  const key = ctx.get('Idempotency-Key');
  if (!key || endpoint.effect === 'reads') return undefined;
  if (key.length > KEY_MAX) throw invalidOnWire('Idempotency-Key', validation.tooLong(KEY_MAX));
  // A device names these two only when it sends again what it could not send at first.
  const { capturedAt: _, capturedDigests: __, ...request } = input;
  // A password leaves no fingerprint, because a fast hash of it can be guessed.
  const contents = endpoint.secret === 'given' ? [] : [request, imageDigests];
  const text = JSON.stringify([endpoint.method, endpoint.path, ...contents]);
  const fingerprint = createHash('sha256').update(text).digest('base64url');
  return { key, fingerprint, keptDays: storageDays(endpoint), isSecret: endpoint.secret === 'answered' };
}
