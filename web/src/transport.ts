import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { WORKBOOK_TYPE } from '@bitacora/core/contract/workbook';
import { frame } from '@bitacora/core/messages/layout';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { requestTexts } from './messages/requests.ts';
import type { sendForm } from './send-form.ts';
import { type StopReason, writesUnderWay } from './writes-under-way.ts';

const CSRF_HEADER = 'X-CSRF-Token';
const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** Marks a background read, so that an open tab alone does not keep a session alive. */
const BACKGROUND = { 'X-Bitacora-Background': '1' };
type Fetch = typeof fetch;
/** Without an answer, or without progress of an upload. */
const PATIENCE_MS = 60_000;

const renewing: readonly string[] = [sessionEndpoints.logIn.path, sessionEndpoints.logOut.path];

const codeOf = ({ body }: WireResponse) => (body as { code?: string } | undefined)?.code;

export interface TransportDependencies {
  idempotencyKeys: IdempotencyKeys;
  onSessionLost: () => void;
  /** Whether the session still belongs to the same person, because another tab may have changed it. */
  isSamePerson: () => Promise<boolean>;
  /** Sends a form with files; loaded when the first one is sent. */
  sendForm?: typeof sendForm;
}

/**
 * Same-origin calls with the session cookie. Writes carry the CSRF token, which is in memory only.
 * An expired token is read again once, but never for another person's session.
 * Writes also carry an idempotency key, so that a repeated call after a lost connection is one act.
 */
export function sameOriginTransport(
  send: Fetch,
  { idempotencyKeys, onSessionLost, isSamePerson, ...dependencies }: TransportDependencies,
): Transport {
  let token: Promise<string> | null = null;
  const upload: typeof sendForm = async (...form) => (dependencies.sendForm ?? (await import('./send-form.ts')).sendForm)(...form);

  const exchange = async (
    { method, path, body, effect, isBackground }: WireRequest,
    headers: Record<string, string>,
  ): Promise<WireResponse> => {
    const isForm = body instanceof FormData;
    const controller = new AbortController();
    const { signal } = controller;
    const underWay = effect === 'writes' && !isBackground ? writesUnderWay.begin(controller, isForm) : null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort('timedOut' satisfies StopReason), PATIENCE_MS);
    };
    wait();
    const given = { Accept: 'application/json', ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}), ...headers };
    try {
      const answer = isForm
        ? await upload(path, { method, headers: given, body, signal }, (percent) => {
            wait();
            underWay?.progress(percent);
          })
        : await send(path, { method, credentials: 'same-origin', headers: given, body: body ? JSON.stringify(body) : undefined, signal });
      // A workbook is written while it is read, for as long as it takes.
      clearTimeout(timer);
      if (answer.headers.get('Content-Type') === WORKBOOK_TYPE)
        return { status: answer.status, body: undefined, file: await answer.blob() };
      wait();
      const retryAfter = Number(answer.headers.get('Retry-After'));
      return {
        status: answer.status,
        body: await answer.json().catch(() => undefined),
        ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
      };
    } catch {
      throw new ApiError(0, signal.aborted ? requestTexts[signal.reason as StopReason] : frame.noConnection, null);
    } finally {
      clearTimeout(timer);
      underWay?.end();
    }
  };

  const askForToken = async (): Promise<string> => {
    const { path, method, effect } = sessionEndpoints.readCsrfToken;
    const { body } = await exchange({ path, method, effect }, {});
    return (body as { csrf_token?: string } | undefined)?.csrf_token ?? '';
  };
  const currentToken = () => {
    token ??= askForToken();
    token.catch(() => {
      token = null;
    });
    return token;
  };
  const write = async (request: WireRequest) =>
    exchange(request, { [CSRF_HEADER]: await currentToken(), [IDEMPOTENCY_HEADER]: idempotencyKeys.keyFor(request) });

  return async (request) => {
    let response = request.effect === 'writes' ? await write(request) : await exchange(request, request.isBackground ? BACKGROUND : {});
    if (request.effect === 'writes' && codeOf(response) === 'session.forged') {
      token = null;
      if (await isSamePerson()) response = await write(request);
      else onSessionLost();
    }
    if (request.effect === 'writes') idempotencyKeys.settle(request, response);
    // A new or ended session has another token.
    if (renewing.includes(request.path) || codeOf(response) === 'session.missing') token = null;
    if (codeOf(response) === 'session.missing') onSessionLost();
    return response;
  };
}
