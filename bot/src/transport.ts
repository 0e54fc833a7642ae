import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client';
import type { Logger } from 'pino';
import type { CardImage } from './card.ts';
import { bot } from './messages/bot.ts';

const TIMEOUT_MS = 30_000;

interface Credential {
  token: string;
  /** Idempotency-Key of a call that writes. */
  key?: string;
}

/** Sends one request to the API. Rejects with `Unanswered` without a valid response. */
export type Send = (request: WireRequest, credential: Credential) => Promise<WireResponse>;

/** The API is unreachable, or something else answered. */
export class Unanswered extends Error {
  constructor(cause?: unknown) {
    super('the API did not answer', { cause });
    this.name = 'Unanswered';
  }
}

/** Another try may succeed later. */
export const isAway = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** Sends requests to the API at `url`. It follows no redirect, because that would send the credential elsewhere. */
export function sendTo(url: string, timeoutMs = TIMEOUT_MS): Send {
  return async ({ method, path, body, effect }, { token, key }) => {
    const isForm = body instanceof FormData;
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...(effect === 'writes' && key ? { 'Idempotency-Key': key } : {}),
    };
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        redirect: 'manual',
        body: isForm ? body : body ? JSON.stringify(body) : undefined,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
      if (!isJson) throw new Unanswered(`${response.status} to ${method} ${path}`);
      return { status: response.status, body: await response.json() };
    } catch (error) {
      throw error instanceof Unanswered ? error : new Unanswered(error);
    }
  };
}

/** Reads a signed image where the bot reaches the API, which can be another address than the one for people. */
export const imageAt =
  (apiUrl: string, timeoutMs = TIMEOUT_MS) =>
  async ({ url }: CardImage): Promise<Blob> => {
    const response = await fetch(apiUrl + new URL(url).pathname, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Unanswered(`${response.status} to an image`);
    return response.blob();
  };

interface ServiceCredentials {
  send: Send;
  token: string;
  /** For an API that does not have the new token yet. */
  previousToken?: string | undefined;
  log: Pick<Logger, 'error'>;
}

/** Sends the bot's own requests. `isAccepted` is false after the API has refused the token; the log gets a line each time it becomes false. */
export function createServiceTransport({ send, token, previousToken, log }: ServiceCredentials): {
  transport: Transport;
  isAccepted(): boolean;
} {
  let isRefused = false;
  return {
    async transport(request) {
      const first = await send(request, { token });
      const response = first.status === 401 && previousToken ? await send(request, { token: previousToken }) : first;
      if (response.status === 401 && !isRefused) log.error(bot.tokenRefused);
      if (response.status === 401) isRefused = true;
      else if (response.status < 400) isRefused = false;
      return response;
    },
    isAccepted: () => !isRefused,
  };
}
