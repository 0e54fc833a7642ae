import { filesField } from '@bitacora/core/contract/activities/queueable';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { offlineTexts } from '../messages/offline-texts.ts';
import { changeQueued, isQueueEmpty, nextToSend, type QueuedAct, readQueue, removeQueued } from './queue.ts';

/** Why sending stopped. `unreachable`: something is to be tried later. `busy`: another page or the service worker sends. */
export interface SendOutcome {
  end: 'done' | 'noSession' | 'unreachable' | 'busy';
  /** When the server wants to be asked again. */
  retryAfterMs?: number;
}

const PATIENCE_MS = 120_000;
/** The slowest uplink that still brings a photo: 5 kB in a second. */
const SLOWEST_BYTES_PER_MS = 5;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const LOCK = 'bitacora-queue';
/** With these statuses the server asks to wait, or a proxy does not reach it. */
const LATER: readonly number[] = [401, 407, 408, 429, 502, 503, 504];

interface Token {
  csrf_token?: string;
  user_id?: number | null;
}
interface ServerReply {
  status: number;
  retryAfterMs: number;
  /** Null where it is not of the product: a proxy or the portal of a hotel answers with a page. */
  body: { success?: boolean; code?: string; error?: string } | null;
}

/** Returns null without a whole answer. */
async function ask(path: string, init: RequestInit, bytes = 0): Promise<ServerReply | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS));
    const response = await fetch(path, { credentials: 'same-origin', signal, ...init });
    const retryAfterMs = Number(response.headers.get('Retry-After')) * 1_000;
    return { status: response.status, retryAfterMs, body: parseBody(await response.text()) };
  } catch {
    return null;
  }
}

function parseBody(text: string): ServerReply['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function buildBody({ path, fields, images, digests, capturedAt }: QueuedAct): Pick<RequestInit, 'body' | 'headers'> {
  const values = { ...fields, captured_at: capturedAt.toISOString() };
  if (images.length === 0) return { body: JSON.stringify(values), headers: JSON_TYPE };
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  if (digests.length > 0) form.append(`${filesField(path)}_sha256`, digests.join(','));
  for (const [at, image] of images.entries()) form.append(`${filesField(path)}[${at}]`, image, image.name);
  return { body: form };
}

/** `forged`: the token no longer holds. `broken`: the server fails at this act, perhaps not at others. */
async function sendOne(act: QueuedAct, token: string): Promise<SendOutcome | 'forged' | 'broken'> {
  const { body, headers } = buildBody(act);
  const own = { ...headersWith(token), 'Idempotency-Key': act.key };
  const bytes = act.images.reduce((sum, { size }) => sum + size, 0);
  const answer = await ask(act.path, { method: 'POST', body, headers: { ...own, ...headers } }, bytes);
  const { code, error, success } = answer?.body ?? {};
  if (answer?.status === 200 && success) {
    await removeQueued(act.id);
    return { end: 'done' };
  }
  if (code === 'session.forged') return 'forged';
  if ((answer?.status === 401 && answer.body) || code === 'secondFactor.due') return { end: 'noSession' };
  if (!answer || answer.status < 400 || LATER.includes(answer.status))
    return { end: 'unreachable', retryAfterMs: answer?.retryAfterMs ?? 0 };
  if (answer.status >= 500) return 'broken';
  await changeQueued({ ...act, refusal: (code && error) || offlineTexts.refusedPlainly(answer.status) });
  return { end: 'done' };
}

const headersWith = (token: string) => ({ Accept: 'application/json', 'X-CSRF-Token': token });

/** Sends values as JSON in the session of that person; nothing where the session is another's or is over. */
export async function postAs(userId: number, path: string, values: object): Promise<void> {
  const answer = await ask(sessionRequests.readCsrfToken.path, {});
  const { csrf_token: token, user_id: owner } = (answer?.body ?? {}) as Token;
  if (!token || owner !== userId) return;
  await ask(path, { method: 'POST', body: JSON.stringify(values), headers: { ...headersWith(token), ...JSON_TYPE } });
}

async function sendAll(): Promise<SendOutcome> {
  if (await isQueueEmpty()) return { end: 'done' };
  let forgeries = 0;
  /** Activities that wait for the next pass, because their acts go in order. */
  const broken = new Set<number>();
  for (;;) {
    const answer = await ask(sessionRequests.readCsrfToken.path, {});
    if (answer?.status !== 200 || !answer.body) return { end: 'unreachable', retryAfterMs: answer?.retryAfterMs ?? 0 };
    const { csrf_token: token, user_id: userId } = answer.body as Token;
    if (!userId || !token) return { end: 'noSession' };
    for (;;) {
      const next = nextToSend((await readQueue(userId)).filter(({ activityId }) => !broken.has(activityId)));
      if (!next) return { end: broken.size > 0 ? 'unreachable' : 'done' };
      const outcome = await sendOne(next, token);
      if (outcome === 'forged') break;
      if (outcome === 'broken') broken.add(next.activityId);
      else if (outcome.end !== 'done') return outcome;
    }
    // Another login renewed the token; a second time it is not that.
    forgeries += 1;
    if (forgeries > 1) return { end: 'unreachable' };
  }
}

/**
 * Sends what waits of the person of the session, in order; nobody else's. One page or worker at a time: another is `busy`, or waits its turn.
 */
export const sendQueue = async ({ waits = false } = {}): Promise<SendOutcome> =>
  navigator.locks.request(LOCK, { ifAvailable: !waits }, (lock) => (lock ? sendAll() : { end: 'busy' as const }));

/** The part of Background Sync that is used; Chromium alone has it. */
type Registration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
const SYNC_TAG = 'queue';

/** Asks the browser to send also when every page is closed. False where it does not. */
export async function registerSync({ sync }: Registration): Promise<boolean> {
  await sync?.register(SYNC_TAG);
  return sync !== undefined;
}

/** The wait after a failure doubles. What the server asks for is longer. */
const RETRY_MS = { first: 5_000, most: 60_000 };

let timer: ReturnType<typeof setTimeout> | undefined;
/** True while a page is open for somebody. */
let isKept = false;
let isSending = false;
let isWanted = false;
let failures = 0;
let onSessionLost: () => void = () => {};

/** Sends what waits now, and again until nothing waits. */
export function wakeSender(): void {
  isWanted = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  void run();
}

async function run(): Promise<void> {
  let outcome: SendOutcome = { end: 'done' };
  while (isWanted) {
    isWanted = false;
    outcome = await sendQueue().catch((): SendOutcome => ({ end: 'unreachable' }));
  }
  isSending = false;
  if (outcome.end === 'noSession') return onSessionLost();
  failures = outcome.end === 'unreachable' ? failures + 1 : 0;
  if (outcome.end === 'done' || !isKept) return;
  void navigator.serviceWorker.ready.then(registerSync).catch(() => {});
  const waitMs = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.max(0, failures - 1));
  timer = setTimeout(wakeSender, Math.max(waitMs, outcome.retryAfterMs ?? 0));
}

/** Sends when the page opens, comes to the front or gets network. Returns a function that stops it. */
export function keepSending(sessionLost: () => void): () => void {
  onSessionLost = sessionLost;
  isKept = true;
  const onVisible = () => {
    if (document.visibilityState === 'visible') wakeSender();
  };
  window.addEventListener('online', wakeSender);
  document.addEventListener('visibilitychange', onVisible);
  wakeSender();
  return () => {
    onSessionLost = () => {};
    isKept = false;
    clearTimeout(timer);
    window.removeEventListener('online', wakeSender);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
