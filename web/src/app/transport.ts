import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client/api-error';
import { PDF_TYPE, sessionRequests, WORKBOOK_TYPE, ZIP_TYPE } from '@bitacora/core/contract/exchange';
import { frame } from '@bitacora/core/messages/layout';
import { requestTexts } from '../messages/request-texts.ts';
import { pendingWrites, type StopReason, type Write } from './pending-writes.ts';
import type { sendForm } from './send-form.ts';

const CSRF_HEADER = 'X-CSRF-Token';
const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** Marks a background read, so that an open tab alone does not keep a session alive. */
const BACKGROUND = { 'X-Bitacora-Background': '1' };
type Fetch = typeof fetch;
/** The longest wait for an answer, or for progress of an upload. */
const PATIENCE_MS = 60_000;
/** Leaves room for letters of several bytes, and for other writes under way. */
const KEPT_LETTERS = 10_000;
const FILE_TYPES: readonly string[] = [PDF_TYPE, WORKBOOK_TYPE, ZIP_TYPE];

const SESSION_PATHS: readonly string[] = [sessionRequests.logIn.path, sessionRequests.logOut.path];

const errorCode = ({ body }: WireResponse) => (body as { code?: string } | undefined)?.code;

interface CsrfToken {
  value: string;
  /** It belongs to the session of this person; null before login. */
  userId: number | null;
}

export interface TransportDependencies {
  idempotencyKeys: IdempotencyKeys;
  onSessionLost: () => void;
  /** The person that the page shows; null before login. */
  pageUserId: () => number | null;
  /** Sends a form with files; loaded when the first one is sent. */
  sendForm?: typeof sendForm;
}

/**
 * Same-origin calls with the session cookie. Writes carry the CSRF token, which is in memory only.
 * An expired token is read again once. No write is sent in another session than that of the person that the page shows.
 * Writes also carry an idempotency key, so that a repeated call after a lost connection is one act.
 */
export function sameOriginTransport(
  send: Fetch,
  { idempotencyKeys, onSessionLost, pageUserId, ...dependencies }: TransportDependencies,
): Transport {
  let token: Promise<CsrfToken> | null = null;
  /** A login or a logout begins another session. */
  let sessionNumber = 0;
  let pendingSessionChanges = 0;
  const upload: typeof sendForm = async (...form) => (dependencies.sendForm ?? (await import('./send-form.ts')).sendForm)(...form);

  const exchange = async (
    { method, path, body }: WireRequest,
    headers: Record<string, string>,
    { controller, progress } = unwatched(),
  ): Promise<WireResponse> => {
    const isForm = body instanceof FormData;
    const text = body && !isForm ? JSON.stringify(body) : undefined;
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort('timedOut' satisfies StopReason), PATIENCE_MS);
    };
    wait();
    const requestHeaders = { Accept: 'application/json', ...(text ? { 'Content-Type': 'application/json' } : {}), ...headers };
    try {
      const answer = isForm
        ? await upload(path, { method, headers: requestHeaders, body, signal }, (percent) => {
            wait();
            progress(percent);
          })
        : await send(path, {
            method,
            credentials: 'same-origin',
            headers: requestHeaders,
            body: text,
            // The browser sends it to its end although the page is left, up to 64 kB.
            keepalive: text !== undefined && text.length < KEPT_LETTERS,
            signal,
          });
      // A file is written while it is read, for as long as it takes.
      clearTimeout(timer);
      if (FILE_TYPES.includes(answer.headers.get('Content-Type') ?? ''))
        return { status: answer.status, body: undefined, file: await answer.blob() };
      wait();
      const retryAfter = Number(answer.headers.get('Retry-After'));
      return {
        status: answer.status,
        body: await answer.json().catch(() => undefined),
        ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
      };
    } catch {
      throw endedWithout(signal);
    } finally {
      clearTimeout(timer);
    }
  };

  const askForToken = async (): Promise<CsrfToken> => {
    const { body } = await exchange(sessionRequests.readCsrfToken, {});
    const { csrf_token: value = '', user_id: userId = null } = (body ?? {}) as { csrf_token?: string; user_id?: number | null };
    return { value, userId };
  };
  const currentToken = () => {
    const current = token ?? askForToken();
    token = current;
    current.catch(() => {
      if (token === current) token = null;
    });
    return current;
  };
  /** Returns a token of that person's session; null where the browser now has another session. */
  const tokenFor = async (person: number | null): Promise<string | null> => {
    const isTheirs = ({ userId }: CsrfToken) => person === null || userId === person;
    const csrf = await currentToken();
    if (isTheirs(csrf)) return csrf.value;
    // An earlier person of this page may have left it.
    token = null;
    const renewed = await currentToken();
    return isTheirs(renewed) ? renewed.value : null;
  };

  const write = async (request: WireRequest, pendingWrite: ReturnType<typeof unwatched>): Promise<WireResponse> => {
    const person = pageUserId();
    const attempt = async () => {
      const value = await unlessStopped(tokenFor(person), pendingWrite.controller.signal);
      if (value === null) {
        token = null;
        onSessionLost();
        throw new ApiError(401, requestTexts.otherSession, 'session.missing');
      }
      return exchange(request, { [CSRF_HEADER]: value, [IDEMPOTENCY_HEADER]: idempotencyKeys.keyFor(request, person) }, pendingWrite);
    };
    let response = await attempt();
    if (errorCode(response) === 'session.forged') {
      token = null;
      response = await attempt();
    }
    idempotencyKeys.release(request, person, response);
    return response;
  };

  const perform = async (request: WireRequest): Promise<WireResponse> => {
    if (request.effect !== 'writes') return exchange(request, request.isBackground ? BACKGROUND : {});
    if (request.isBackground) return write(request, unwatched());
    const pendingWrite = pendingWrites.begin(request.body instanceof FormData);
    return write(request, pendingWrite).finally(pendingWrite.end);
  };

  return async (request) => {
    const sessionAtStart = sessionNumber;
    const isSessionChange = SESSION_PATHS.includes(request.path);
    if (isSessionChange) pendingSessionChanges += 1;
    const response = await perform(request).finally(() => {
      if (!isSessionChange) return;
      pendingSessionChanges -= 1;
      sessionNumber += 1;
    });
    const isMissing = errorCode(response) === 'session.missing';
    // A new or ended session has another token.
    if (isSessionChange || isMissing) token = null;
    // The server may refuse a read because of a logout whose answer is still on its way. That session was ended, not lost.
    if (isMissing && sessionAtStart === sessionNumber && pendingSessionChanges === 0) onSessionLost();
    return response;
  };
}

/** Begins a call for which no person waits. Only its time limit stops it, and its progress is not shown. */
const unwatched = (): Pick<Write, 'controller' | 'progress'> => ({ controller: new AbortController(), progress: () => {} });

const endedWithout = (signal: AbortSignal) =>
  new ApiError(0, signal.aborted ? requestTexts[signal.reason as StopReason] : frame.noConnection, null);

/** Rejects when the person stops waiting, although other writes may wait for the same promise. */
function unlessStopped<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(endedWithout(signal));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The same contents, sent again after a lost answer, keep their key for this time. The server remembers keys for a day. */
const KEY_LIFETIME_MS = 12 * 60 * 60_000;

interface PendingWrite {
  key: string;
  sentAt: number;
}

/** Keys of writes with an unknown outcome. The same contents, sent again, keep their key (docs/product.md, 1.8). */
export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** These refusals come before the server looks the key up, so that an earlier try may have been performed. */
const EARLY_REFUSALS: readonly number[] = [401, 408, 429];
const isOutcomeKnown = ({ status, body }: WireResponse) =>
  body !== undefined && status < 500 && !EARLY_REFUSALS.includes(status) && (body as { code?: string }).code !== 'session.forged';

/** 128 random bits. `crypto.randomUUID` is missing over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Files are compared by name, type and size, because a form holds copies. The server compares their bytes. */
const comparable = (value: unknown) => (value instanceof File ? [value.name, value.type, value.size] : value);
/** The hour of capture is left out, because it differs at each try. */
const comparableParts = (form: FormData) =>
  [...form].flatMap(([name, value]) => (name === 'captured_at' ? [] : [[name, comparable(value)]]));
const requestContents = ({ method, path, body }: WireRequest, person: number | null) =>
  JSON.stringify([person, method, path, body instanceof FormData ? comparableParts(body) : body]);

export function createIdempotencyKeys(now: () => Date) {
  const open = new Map<string, PendingWrite>();
  return {
    keyFor(request: WireRequest, person: number | null): string {
      const contents = requestContents(request, person);
      const sentAt = now().getTime();
      const earlier = open.get(contents);
      const key = earlier && sentAt - earlier.sentAt < KEY_LIFETIME_MS ? earlier.key : newKey();
      open.set(contents, { key, sentAt });
      return key;
    },
    /** Drops the key, unless the response leaves the outcome open. */
    release(request: WireRequest, person: number | null, response: WireResponse) {
      if (isOutcomeKnown(response)) open.delete(requestContents(request, person));
    },
  };
}

/** Calls that the page makes on its own. The server does not count them as activity of the person. */
export type Background = ReturnType<typeof withBackground>['background'];

export function withBackground(send: Transport) {
  let works = 0;
  return {
    transport: (request: WireRequest) => send(works > 0 ? { ...request, isBackground: true } : request),
    background: {
      isRunning: () => works > 0,
      /** Marks every call until `work` settles, because the router makes some of them. */
      async during(work: () => Promise<void>) {
        works += 1;
        await work().finally(() => {
          works -= 1;
        });
      },
    },
  };
}
