import { randomUUID } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type DecodedListener, type Transport, type WireRequest, type WireResponse } from '@bitacora/core/client';
import { snakeCase } from '@bitacora/core/domain/text';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';

/** The longest wait for the first byte of an answer. */
const ANSWER_MAX_MS = 120_000;
/** Pauses before the second and the third try. */
const PAUSES_MS = [250, 1_000];

export interface ServerTarget {
  /** Without a slash at the end. */
  url: string;
  /** Ctrl-C ends every exchange. */
  signal: AbortSignal;
}

type ExtraHeaders = Record<string, string>;

/** The version of each server that answered, by its address. */
export const serverVersions = new Map<string, string>();

export class NoAnswerError extends Error {}

/** Sends calls with a personal token. Every write has a key of its own, so that repeating it acts once. */
export function tokenTransport(server: ServerTarget, token: string, into?: Writable): Transport {
  return async (request) => {
    const key: ExtraHeaders = request.effect === 'writes' ? { 'Idempotency-Key': randomUUID() } : {};
    const send = () => exchange(server, request, { Authorization: `Bearer ${token}`, ...key });
    return explainSilence(
      server.url,
      withRetries(send, server.signal).then((response) => readResponse(response, into)),
    );
  };
}

/** Returns the code of OpenSSL or Node where the certificate is the reason, because a retry would not help then. */
function certificateFault(error: unknown): string | null {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ALTNAME/.test(code) ? code : null;
}

/** Sends one request; throws `NoAnswerError` without an answer. It follows no redirect, because that would carry the credential away. */
export async function exchange(
  { url, signal }: ServerTarget,
  { method, path, body, effect }: WireRequest,
  extra: ExtraHeaders,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ANSWER_MAX_MS);
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { Accept: 'application/json', ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}), ...extra },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    const version = response.headers.get('X-Bitacora-Version');
    if (version) serverVersions.set(url, version);
    return response;
  } catch (error) {
    const fault = certificateFault(error);
    if (fault) throw new Stopped(exits.unreachable, terminal.untrusted(url, fault), terminal.trustCertificate);
    if (signal.aborted && effect === 'writes') throw new Stopped(exits.interrupted, terminal.interrupted, terminal.mayHaveHappened);
    signal.throwIfAborted();
    throw new NoAnswerError();
  } finally {
    clearTimeout(timer);
  }
}

/** With `into`, the bytes of a success go there as they come. A cut answer throws `NoAnswerError`. */
export async function readResponse(response: Response, into?: Writable): Promise<WireResponse> {
  const { status, ok, headers } = response;
  const retryAfter = Number(headers.get('Retry-After'));
  const head = { status, ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}) };
  const type = headers.get('Content-Type') ?? '';
  if (status >= 300 && status < 400) throw new ApiError(0, terminal.redirected(headers.get('Location') ?? ''), null);
  if (ok && type.startsWith('text/html')) throw new ApiError(0, terminal.notBitacora(response.url), null);
  try {
    if (ok && into && response.body) {
      await pipeline(Readable.fromWeb(response.body as never), into);
      return { ...head, body: undefined, file: new Blob() };
    }
    if (type.startsWith('application/json')) return { ...head, body: await response.json() };
    return { ...head, body: undefined, ...(ok ? { file: await response.blob() } : {}) };
  } catch (error) {
    // fetch throws these for a body that ends too soon; failures of the sink have other names.
    if (error instanceof TypeError || error instanceof SyntaxError) throw new NoAnswerError();
    throw error;
  }
}

/** Turns a missing answer into a sentence for people. */
export async function explainSilence<Answer>(url: string, answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw error instanceof NoAnswerError ? new ApiError(0, terminal.unreachable(url), null) : error;
  });
}

/** The server restarts, or a proxy does not find it. */
const isAway = ({ status }: Pick<WireResponse, 'status'>) => status === 502 || status === 503 || status === 504;

/** Makes up to three tries while the server is away: only for reads, and for writes with the same Idempotency-Key. */
export async function withRetries<Answer extends { status: number }>(
  send: () => Promise<Answer>,
  signal: AbortSignal,
  pauses: readonly number[] = PAUSES_MS,
): Promise<Answer> {
  const [pause, ...later] = pauses;
  if (pause === undefined) return send();
  const answer = await send().catch((error: unknown) => {
    if (!(error instanceof NoAnswerError)) throw error;
    signal.throwIfAborted();
    return null;
  });
  if (answer && !isAway(answer)) return answer;
  await wait(pause, undefined, { signal });
  return withRetries(send, signal, later);
}

const answers = new WeakMap<object, object>();

let isRemembering = false;
/** Runs before the first call of a command with --json. Others remember nothing, because a long report would hold each row twice. */
export const beginRemembering = (): void => {
  isRemembering = true;
};

/** Remembers what the wire had in the place of each decoded object. */
export const rememberWire: DecodedListener = (decoded, wire) => {
  if (isRemembering) answers.set(decoded, wire);
};

/** Returns each object of an answer as the wire had it, so that --json and `bitacora api` use the same names. Our own objects get such names too. */
export function asOnWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(asOnWire);
  return answers.get(value) ?? Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), asOnWire(member)]));
}
