import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { WORKBOOK_TYPE } from '@bitacora/core/contract/workbook';
import { frame } from '@bitacora/core/messages/layout';
import type { IdempotencyKeys } from './idempotency-keys.ts';

const CSRF_HEADER = 'X-CSRF-Token';
const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** A read that does not count as being there, so that an open tab alone keeps no session alive. */
const BACKGROUND = { 'X-Bitacora-Background': '1' };
type Fetch = typeof fetch;

const renewing: readonly string[] = [sessionEndpoints.logIn.path, sessionEndpoints.logOut.path];

const codeOf = ({ body }: WireResponse) => (body as { code?: string } | undefined)?.code;

export interface TransportDependencies {
  idempotencyKeys: IdempotencyKeys;
  onSessionLost: () => void;
  /** Whether the session still belongs to whom this page was made for: another tab may have logged in somebody else. */
  isSamePerson: () => Promise<boolean>;
}

/**
 * Same-origin calls that ride on the session cookie. A call that writes carries the CSRF token, which lives in memory only and is
 * asked for again once when the server says that it no longer holds, but never in the name of somebody else. It carries the key of its
 * submission too: after a lost connection the person presses the button again, and it happens once.
 */
export function sameOriginTransport(send: Fetch, { idempotencyKeys, onSessionLost, isSamePerson }: TransportDependencies): Transport {
  let token: Promise<string> | null = null;

  const exchange = async ({ method, path, body }: WireRequest, headers: Record<string, string>): Promise<WireResponse> => {
    const isForm = body instanceof FormData;
    const answer = await send(path, {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}), ...headers },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
    }).catch(() => {
      throw new ApiError(0, frame.noConnection, null);
    });
    if (answer.headers.get('Content-Type') === WORKBOOK_TYPE) return { status: answer.status, body: undefined, file: await answer.blob() };
    const retryAfter = Number(answer.headers.get('Retry-After'));
    return {
      status: answer.status,
      body: await answer.json().catch(() => undefined),
      ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
    };
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
    // A session that begins or ends has a token of its own.
    if (renewing.includes(request.path) || codeOf(response) === 'session.missing') token = null;
    if (codeOf(response) === 'session.missing') onSessionLost();
    return response;
  };
}
