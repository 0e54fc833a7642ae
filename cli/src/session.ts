import { randomUUID } from 'node:crypto';
import type { Client, Transport, WireRequest } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { lingering } from './lingering.ts';
import { withRetries } from './retries.ts';
import { exchange, explainSilence, readResponse, type ServerTarget } from './transport.ts';

export interface LoginCredentials {
  email: string;
  password: string;
}

/** What a browser would keep of a session: its cookies, and the CSRF token that goes with them. */
interface CookieJar {
  cookies: Map<string, string>;
  csrf: string | null;
}

/** Rides on a cookie as a browser does. */
function cookieTransport(server: ServerTarget, jar: CookieJar): Transport {
  async function ask(request: WireRequest, extra: Record<string, string>) {
    const cookie = [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await exchange(server, request, { ...(cookie ? { Cookie: cookie } : {}), ...extra });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.cookies.set(name, value);
      jar.csrf = null; // a session that begins has a token of its own
    }
    return response;
  }

  async function csrfToken(): Promise<string> {
    const { method, path, effect } = peopleEndpoints.readCsrfToken;
    const { body } = await readResponse(await ask({ method, path, effect }, {}));
    return (body as { csrf_token?: string } | undefined)?.csrf_token ?? '';
  }

  return async (request) => {
    const key = randomUUID();
    const send = async () => {
      if (request.effect === 'reads') return ask(request, {});
      jar.csrf ??= await csrfToken();
      return ask(request, { 'X-CSRF-Token': jar.csrf, 'Idempotency-Key': key });
    };
    return explainSilence(
      server.url,
      withRetries(send, server.signal).then((response) => readResponse(response)),
    );
  };
}

/**
 * Logs in with a password for as long as `use` lasts: what no token may do (decision 10) is done within, and nothing of the session
 * is kept. The session is ended whatever happens, an interruption too; `unhurried` is for what makes something that would be left over.
 */
export async function withSession<Result>(
  server: ServerTarget,
  credentials: LoginCredentials,
  use: (client: Client, unhurried: Client) => Promise<Result>,
): Promise<Result> {
  const jar: CookieJar = { cookies: new Map(), csrf: null };
  const unhurried = createClient(cookieTransport({ ...server, signal: lingering(server.signal) }, jar));
  await unhurried.logIn(credentials);
  try {
    server.signal.throwIfAborted();
    return await use(createClient(cookieTransport(server, jar)), unhurried);
  } finally {
    await unhurried.logOut().catch(() => {});
  }
}
