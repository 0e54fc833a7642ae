import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client/api-error';
import { filesField, isQueueable, readActivityId } from '@bitacora/core/contract/activities/queueable';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import type { IdempotencyKeys } from '../app/transport.ts';
import { offlineTexts } from '../messages/offline-texts.ts';
import { leaveReplies, readThrough } from './kept-replies.ts';
import { addToQueue, awaitsPerson, isBehind, type QueuedAct, readQueue } from './queue.ts';
import { wakeSender } from './send-queue.ts';
import { isUnanswered, queuedError, whileReachable } from './unanswered.ts';

/** Room beside the files themselves, which the browser needs for its index, in bytes. */
const SPARE_BYTES = 1_000_000;

async function hashImage(image: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await image.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The fields and files of a request, as a form and as JSON send them. */
function splitBody({ body }: WireRequest): { fields: Record<string, string>; images: File[] } {
  const entries = body instanceof FormData ? [...body] : Object.entries(body as Record<string, unknown>);
  const values = entries.filter(([, value]) => value !== null && value !== undefined);
  const images = values.flatMap(([, value]) => (value instanceof File ? [value] : []));
  return { fields: Object.fromEntries(values.flatMap(([name, value]) => (value instanceof File ? [] : [[name, String(value)]]))), images };
}

/** The request with the hashes of its files and, where given, the hour of their capture. */
function withCapture(
  request: WireRequest & { path: string },
  digests: readonly string[],
  capturedAt?: Date,
): WireRequest & { path: string } {
  const body = new FormData();
  for (const [name, value] of request.body as FormData) body.append(name, value);
  body.append(`${filesField(request.path)}_sha256`, digests.join(','));
  if (capturedAt) body.append('captured_at', capturedAt.toISOString());
  return { ...request, body };
}

const isClockRefused = ({ body }: WireResponse) =>
  ['capture.ahead', 'capture.tooOld'].includes((body as { code?: string } | undefined)?.code ?? '');

/** The device has no room, or gives none. The dialog keeps the photo and says so. */
const fullError = () => new ApiError(0, offlineTexts.full, 'device.full');

async function demandRoom(images: readonly File[]): Promise<void> {
  const { quota, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  const needed = images.reduce((sum, { size }) => sum + size, SPARE_BYTES);
  if (quota !== undefined && quota - usage < needed) throw fullError();
}

/**
 * The transport of a page that a service worker controls. What it reads is kept for the time without network.
 * Five acts are queued when no answer comes. An act also waits behind earlier ones of its activity, because the server must get them in their order.
 */
export async function sendOrQueue(
  network: Transport,
  request: WireRequest & { path: string },
  idempotencyKeys: IdempotencyKeys,
  userId: number | null,
): Promise<WireResponse> {
  const { path } = request;
  const online = whileReachable(network);
  if (request.effect === 'reads') return readThrough(online, request);
  if (path === sessionRequests.logIn.path) leaveReplies();
  if (path === sessionRequests.logOut.path) {
    const response = await network(request);
    // After a failed logout the person stays logged in and may read.
    if (response.status < 500) leaveReplies();
    return response;
  }
  if (!isQueueable(path) || userId === null) return network(request);

  const capturedAt = new Date();
  const { fields, images } = splitBody(request);
  // A device that cannot hash or read its store still sends what has network.
  const digests = await Promise.all(images.map(hashImage)).catch((): string[] => []);
  const activityId = readActivityId(fields);
  const waiting = await readQueue(userId).catch((): QueuedAct[] => []);
  const staysBehind = isBehind({ path, activityId }, waiting);
  const hashedRequest = digests.length > 0 ? withCapture(request, digests, capturedAt) : request;
  if (!staysBehind) {
    try {
      const response = await online(hashedRequest);
      // A wrong clock must not block what can be sent.
      return isClockRefused(response) && digests.length > 0 ? await online(withCapture(request, digests)) : response;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
  }
  // The act keeps the key of the try without an answer, because the server may have performed it.
  const key = idempotencyKeys.keyFor(hashedRequest, userId);
  await demandRoom(images);
  // Browsers may delete storage that is not persistent. The act does not wait, because Firefox asks the person first.
  if (waiting.length === 0) void navigator.storage.persist?.().catch(() => {});
  await addToQueue({ userId, activityId, path, fields, images, digests, key, capturedAt, refusal: null }).catch(() => {
    throw fullError();
  });
  // The same words, sent once more, are another act.
  idempotencyKeys.release(hashedRequest, userId, { status: 200, body: {} });
  wakeSender();
  throw queuedError(awaitsPerson({ path, activityId }, waiting) ? offlineTexts.behind : offlineTexts.queued);
}
