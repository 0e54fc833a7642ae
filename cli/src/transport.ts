import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { NoAnswerError, withRetries } from './retries.ts';

/** How long an answer may take to begin. */
const PATIENCE_MS = 120_000;

export interface ServerTarget {
  /** Without a slash at the end. */
  url: string;
  /** Ends every exchange: Ctrl-C. */
  signal: AbortSignal;
}

/** Headers of one exchange besides the usual ones. */
type ExtraHeaders = Record<string, string>;

/** Sends one request; `Unanswered` when nothing came back. A redirect is not followed: it would carry the credential elsewhere. */
export async function exchange(
  { url, signal }: ServerTarget,
  { method, path, body, effect }: WireRequest,
  extra: ExtraHeaders,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const begun = new AbortController();
  const patience = setTimeout(() => begun.abort(), PATIENCE_MS);
  try {
    return await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { Accept: 'application/json', ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}), ...extra },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.any([signal, begun.signal]),
    });
  } catch {
    if (signal.aborted && effect === 'writes') throw new Stopped(exits.interrupted, terminal.interrupted, terminal.mayHaveHappened);
    signal.throwIfAborted();
    throw new NoAnswerError();
  } finally {
    clearTimeout(patience);
  }
}

/** The answer as the client wants it; with `into`, what a success answers goes there as it comes. `Unanswered` when it is cut off. */
export async function readResponse(response: Response, into?: Writable): Promise<WireResponse> {
  const { status, ok, headers } = response;
  const retryAfter = Number(headers.get('Retry-After'));
  const told = { status, ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}) };
  const type = headers.get('Content-Type') ?? '';
  if (status >= 300 && status < 400) throw new ApiError(0, terminal.redirected(headers.get('Location') ?? ''), null);
  if (ok && type.startsWith('text/html')) throw new ApiError(0, terminal.notBitacora(response.url), null);
  try {
    if (ok && into && response.body) {
      await pipeline(Readable.fromWeb(response.body as never), into);
      return { ...told, body: undefined, file: new Blob() };
    }
    if (type.startsWith('application/json')) return { ...told, body: await response.json() };
    return { ...told, body: undefined, ...(ok ? { file: await response.blob() } : {}) };
  } catch (error) {
    // What fetch throws of a body that ends too soon; the sink's own failures have other names.
    if (error instanceof TypeError || error instanceof SyntaxError) throw new NoAnswerError();
    throw error;
  }
}

/** Silence, in the words of a person. */
export async function explainSilence<Answer>(url: string, asking: Promise<Answer>): Promise<Answer> {
  return asking.catch((error: unknown) => {
    throw error instanceof NoAnswerError ? new ApiError(0, terminal.unreachable(url), null) : error;
  });
}

/** Calls with a personal token. Every write carries a key of its own, so that a repeated one acts once. */
export function tokenTransport(server: ServerTarget, token: string, into?: Writable): Transport {
  return async (request) => {
    const key: ExtraHeaders = request.effect === 'writes' ? { 'Idempotency-Key': randomUUID() } : {};
    const ask = () => exchange(server, request, { Authorization: `Bearer ${token}`, ...key });
    return explainSilence(
      server.url,
      withRetries(ask, server.signal).then((response) => readResponse(response, into)),
    );
  };
}
