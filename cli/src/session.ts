import { randomUUID } from 'node:crypto';
import type { Transport, WireRequest } from '@bitacora/core/client';
import { createClient, type WholeClient } from '@bitacora/core/client/create-client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { exchange, explainSilence, readResponse, type ServerTarget, withRetries } from './transport.ts';

/** After an interruption, time to end a session that has just begun or a token just made. */
const GRACE_MS = 2_000;

export interface LoginCredentials {
  email: string;
  password: string;
}

/** What a browser keeps of a session: its cookies and their CSRF token. */
interface CookieJar {
  cookies: Map<string, string>;
  csrf: string | null;
}

/**
 * Logs in with a password while `use` runs, because a token may not do everything (docs/product.md, 8.1). The session always ends, even after
 * an interruption, and nothing of it stays. `unhurried` outlives an interruption: it is for calls whose result must not be left over.
 */
export async function withSession<Result>(
  server: ServerTarget,
  credentials: LoginCredentials,
  use: (client: WholeClient, unhurried: WholeClient) => Promise<Result>,
): Promise<Result> {
  const jar: CookieJar = { cookies: new Map(), csrf: null };
  const unhurried = createClient(cookieTransport({ ...server, signal: delayed(server.signal) }, jar));
  await unhurried.logIn(credentials);
  try {
    server.signal.throwIfAborted();
    return await use(createClient(cookieTransport(server, jar)), unhurried);
  } finally {
    await unhurried.logOut().catch(() => {});
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
function delayed(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), GRACE_MS).unref(), { once: true });
  return later.signal;
}
