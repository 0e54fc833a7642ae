import { sessionRequests } from '@bitacora/core/contract/exchange';
import { changeQueued, isQueueEmpty, nextToSend, type QueuedAct, queueOf, removeQueued } from './queue.ts';

/** Why sending stopped. `busy`: another page or the service worker sends. */
export interface SendOutcome {
  end: 'done' | 'noSession' | 'unreachable' | 'busy';
  /** When the server wants to be asked again. */
  retryAfterMs?: number;
}

const PATIENCE_MS = 120_000;
/** The slowest uplink that still brings a photo: 5 kB in a second. */
const SLOWEST_BYTES_PER_MS = 5;
const LOCK = 'bitacora-queue';

interface Token {
  csrf_token?: string;
  user_id?: number | null;
}
interface ServerReply {
  status: number;
  retryAfterMs: number;
  body: { success?: boolean; code?: string; error?: string } | null;
}

/** Null without an answer of the product: a proxy or the portal of a hotel answers with a page. */
async function ask(path: string, init: RequestInit, bytes = 0): Promise<ServerReply | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS));
    const response = await fetch(path, { credentials: 'same-origin', signal, ...init });
    const retryAfterMs = Number(response.headers.get('Retry-After')) * 1_000;
    return { status: response.status, retryAfterMs, body: await response.json() };
  } catch {
    return null;
  }
}

function bodyOf({ fields, images, digests, capturedAt }: QueuedAct): Pick<RequestInit, 'body' | 'headers'> {
  const values = { ...fields, captured_at: capturedAt.toISOString() };
  if (images.length === 0) return { body: JSON.stringify(values), headers: { 'Content-Type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, images_sha256: digests.join(',') })) form.append(name, value);
  for (const [at, image] of images.entries()) form.append(`images[${at}]`, image, image.name);
  return { body: form };
}

async function sendOne(act: QueuedAct, token: string): Promise<SendOutcome | 'forged'> {
  const { body, headers } = bodyOf(act);
  const own = { Accept: 'application/json', 'X-CSRF-Token': token, 'Idempotency-Key': act.key };
  const bytes = act.images.reduce((sum, { size }) => sum + size, 0);
  const answer = await ask(act.path, { method: 'POST', body, headers: { ...own, ...headers } }, bytes);
  const { code, error, success } = answer?.body ?? {};
  if (answer?.status === 200 && success) {
    await removeQueued(act.id);
    return { end: 'done' };
  }
  if (code === 'session.forged') return 'forged';
  if (answer?.status === 401) return { end: 'noSession' };
  const isRefusal = answer && code && error && answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status);
  if (!isRefusal) return { end: 'unreachable', retryAfterMs: answer?.retryAfterMs ?? 0 };
  await changeQueued({ ...act, refusal: error });
  return { end: 'done' };
}

async function sendAll(): Promise<SendOutcome> {
  if (await isQueueEmpty()) return { end: 'done' };
  let forgeries = 0;
  for (;;) {
    const { body } = (await ask(sessionRequests.readCsrfToken.path, {})) ?? {};
    if (!body) return { end: 'unreachable' };
    const { csrf_token: token, user_id: userId } = body as Token;
    if (!userId || !token) return { end: 'noSession' };
    for (;;) {
      const next = nextToSend(await queueOf(userId));
      if (!next) return { end: 'done' };
      const outcome = await sendOne(next, token);
      if (outcome === 'forged') break;
      if (outcome.end !== 'done') return outcome;
    }
    // Another login renewed the token; a second time it is not that.
    forgeries += 1;
    if (forgeries > 1) return { end: 'unreachable' };
  }
}

/** Sends what waits of the person of the session, in order; nobody else's. One page or worker at a time. */
export const sendQueue = (): Promise<SendOutcome> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll() : { end: 'busy' as const }));
