import { randomUUID } from 'node:crypto';
import type { Client, Transport, WireRequest } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { peopleEndpoints } from '@bitacora/core/contract/people-endpoints';
import { withRetries } from './retries.ts';
import { exchange, orUnreachable, received, type Server } from './transport.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Rides on a cookie as a browser does, with the CSRF token that goes with it. */
function cookieTransport(server: Server): Transport {
  const cookies = new Map<string, string>();
  let csrf: string | null = null;

  async function ask(request: WireRequest, extra: Record<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await exchange(server, request, { ...(cookie ? { Cookie: cookie } : {}), ...extra });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
      csrf = null; // a session that begins has a token of its own
    }
    return response;
  }

  async function csrfToken(): Promise<string> {
    const { method, path, effect } = peopleEndpoints.csrfToken;
    const { body } = await received(await ask({ method, path, effect }, {}));
    return (body as { csrf_token?: string } | undefined)?.csrf_token ?? '';
  }

  return async (request) => {
    const key = randomUUID();
    const send = async () => {
      if (request.effect === 'reads') return ask(request, {});
      csrf ??= await csrfToken();
      return ask(request, { 'X-CSRF-Token': csrf, 'Idempotency-Key': key });
    };
    return orUnreachable(
      server.url,
      withRetries(send, server.signal).then((response) => received(response)),
    );
  };
}

/**
 * Logs in with a password for as long as `use` lasts: what no token may do (decision 10) is done within, and nothing of the session
 * is kept. The session is ended whatever happens.
 */
export async function withSession<Result>(
  server: Server,
  credentials: Credentials,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(cookieTransport(server));
  await client.login(credentials);
  try {
    return await use(client);
  } finally {
    await client.logout().catch(() => {});
  }
}
