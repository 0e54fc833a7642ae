import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@bitacora/core/client';
import { ApiError, type Transport, type WireRequest } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { DEVICE_CODE_MS } from '@bitacora/core/domain/account/account';
import { exchange, explainSilence, readResponse, rememberWire, type ServerTarget, withRetries } from './transport.ts';

/** After an interruption, this is the time to end a new session or revoke a new token. */
const GRACE_MS = 2_000;

export interface LoginCredentials {
  email: string;
  password: string;
  /** Asks for a code of the second factor; undefined without a terminal. */
  askCode?: (() => Promise<string>) | undefined;
}

interface CookieJar {
  cookies: Map<string, string>;
  csrf: string | null;
}

/** Both clients have the same cookies. `unhurried` outlives an interruption: it is for calls that must not leave a session or token behind. */
export interface SessionClients {
  client: Client;
  unhurried: Client;
}

/** Creates clients that are not logged in yet. */
export function cookieClients(server: ServerTarget): SessionClients {
  const jar: CookieJar = { cookies: new Map(), csrf: null };
  return {
    client: createClient(cookieTransport(server, jar), rememberWire),
    unhurried: createClient(cookieTransport({ ...server, signal: delayAbort(server.signal) }, jar), rememberWire),
  };
}

/** Logs in with a password, and with a code where the person has a second factor and can be asked. */
export async function enterWithPassword({ unhurried }: SessionClients, { askCode, ...credentials }: LoginCredentials): Promise<void> {
  await unhurried.logIn(credentials).catch(async (error: unknown) => {
    if (!askCode || !(error instanceof ApiError) || error.code !== 'secondFactor.required') throw error;
    await unhurried.logIn({ ...credentials, code: await askCode() });
  });
}

/**
 * Logs in by `enter` while `use` runs, because a token may not do everything (docs/product.md, 8.1). The session always ends, even after
 * an interruption, and nothing of it stays.
 */
export async function withSession<Result>(
  server: ServerTarget,
  enter: (clients: SessionClients) => Promise<unknown>,
  use: (clients: SessionClients) => Promise<Result>,
): Promise<Result> {
  const clients = cookieClients(server);
  await enter(clients);
  try {
    server.signal.throwIfAborted();
    return await use(clients);
  } finally {
    await clients.unhurried.logOut().catch(() => {});
  }
}

function cookieTransport(server: ServerTarget, jar: CookieJar): Transport {
  async function send(request: WireRequest, extra: Record<string, string>) {
    const cookie = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await exchange(server, request, { ...(cookie ? { Cookie: cookie } : {}), ...extra });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.cookies.set(name, value);
      jar.csrf = null; // because a new session has another token
    }
    return response;
  }

  async function csrfToken(): Promise<string> {
    const { method, path, effect } = peopleEndpoints.readCsrfToken;
    const { body } = await readResponse(await send({ method, path, effect }, {}));
    return (body as { csrf_token?: string } | undefined)?.csrf_token ?? '';
  }

  return async (request) => {
    const key = randomUUID();
    const sendOnce = async () => {
      if (request.effect === 'reads') return send(request, {});
      jar.csrf ??= await csrfToken();
      return send(request, { 'X-CSRF-Token': jar.csrf, 'Idempotency-Key': key });
    };
    return explainSilence(
      server.url,
      withRetries(sendOnce, server.signal).then((response) => readResponse(response)),
    );
  };
}

/** Aborts some time after `signal` does, for exchanges that an interruption must not cut. */
function delayAbort(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), GRACE_MS).unref(), { once: true });
  return later.signal;
}

/** A person needs both to confirm a terminal in the browser. */
export interface DevicePrompt {
  url: string;
  userCode: string;
}

type CodesReply = Awaited<ReturnType<Client['beginDeviceAuthorization']>>;
type TokenReply = Pick<Awaited<ReturnType<Client['exchangeDeviceCode']>>, 'secret' | 'expiresOn'>;

/** The code stays valid while the server restarts, cannot be reached for a moment, or asks to slow down. */
const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502);

/**
 * Shows the code and asks, at the pace that the server names, until the person has confirmed it. The token is null where the answer opened
 * a session in the cookies of `clients`. No pause outlives the code, however long the server asks for. An interruption waits for the
 * running request, because its answer may be a token.
 */
export async function enterByBrowser(
  { unhurried }: SessionClients,
  { deviceCode, userCode, url, interval: pause }: CodesReply,
  show: (prompt: DevicePrompt) => void,
  signal: AbortSignal,
  pauseFor: typeof wait = wait,
): Promise<TokenReply> {
  show({ url, userCode });
  // The time is of this clock, because that of the server may differ.
  const endsAt = Date.now() + DEVICE_CODE_MS;
  for (let seconds = pause; ; ) {
    await pauseFor(Math.min(seconds * 1_000, Math.max(endsAt - Date.now(), 0)), undefined, { signal });
    const reply = await unhurried.exchangeDeviceCode({ deviceCode }).catch((error: unknown) => {
      if (!isTemporary(error) || Date.now() >= endsAt) throw error;
      return { status: 'pending' as const, interval: error.retryAfterSeconds ?? seconds };
    });
    if (reply.status === 'approved') return reply;
    seconds = reply.interval;
  }
}
