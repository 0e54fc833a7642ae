import type { Client } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';

/** Somebody logged in to the web, for what a person does there. */
export async function webSession(origin: string, login: { email: string; password: string }): Promise<Client> {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(origin + path, { method, headers: { Cookie, ...headers }, body });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: reply.status, body: await reply.json().catch(() => undefined) };
  };
  const client = createClient(async ({ method, path, body }) => {
    if (method === 'GET') return send(method, path);
    const { csrf_token } = (await send('GET', '/api/csrf-token')).body;
    const proof = { 'X-CSRF-Token': csrf_token };
    if (body instanceof FormData) return send(method, path, proof, body);
    return send(method, path, { ...proof, 'Content-Type': 'application/json' }, JSON.stringify(body));
  });
  await client.logIn(login);
  return client;
}
