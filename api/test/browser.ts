import type { Client, Transport } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { demandDocumented } from './documented.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it was JSON. */
  body: unknown;
  bytes: Buffer;
}
export interface Call {
  headers?: Record<string, string>;
  body?: unknown;
  /** False: as another page would call, without our CSRF token. */
  csrf?: boolean;
}

/**
 * A browser's part in talking to the server: cookies kept and sent back, the CSRF token asked for and carried, our typed client on top.
 * Every answer is held against the API document.
 */
export function browser(origin: string, sessionSecret?: string) {
  const cookies = new Map<string, string>(sessionSecret ? [['sid', sessionSecret]] : []);
  let csrf: string | null = null;

  async function send(method: string, path: string, headers: Record<string, string>, body?: BodyInit): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(origin + path, {
      method,
      headers: { ...(cookie && { Cookie: cookie }), ...headers },
      body,
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = bytes.length > 0 && response.headers.get('Content-Type')?.startsWith('application/json');
    const answer = { status: response.status, headers: response.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
    demandDocumented(method, path, { status: answer.status, type: response.headers.get('Content-Type'), body: answer.body });
    return answer;
  }

  function keep(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
    if (name.endsWith('sid')) csrf = null;
  }

  async function csrfToken(): Promise<string> {
    csrf ??= ((await send('GET', '/api/csrf-token', {})).body as { csrf_token: string }).csrf_token;
    return csrf;
  }

  /** One call in the wire's own words: for what the typed client would never send. */
  async function call(method: string, path: string, { headers = {}, body, csrf: carries = true }: Call = {}): Promise<Answer> {
    const csrfHeaders = carries && method !== 'GET' ? { 'X-CSRF-Token': await csrfToken() } : undefined;
    if (body === undefined || body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array) {
      return send(method, path, { ...csrfHeaders, ...headers }, body as BodyInit);
    }
    return send(method, path, { 'Content-Type': 'application/json', ...csrfHeaders, ...headers }, JSON.stringify(body));
  }

  /** Sent with every call of the typed client. */
  const extra: Record<string, string> = {};
  const transport: Transport = async ({ method, path, body, effect }) => {
    const answer = await call(method, path, { body, headers: extra, csrf: effect === 'writes' });
    return { status: answer.status, body: answer.body };
  };
  const client: Client = createClient(transport);

  return { call, client, cookies, csrfToken, extra };
}

export type Browser = ReturnType<typeof browser>;
