import http from 'node:http';

export interface HttpQuestion {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}
interface HttpAnswer {
  status: number;
  body: Buffer;
  cookies: string[];
}

export interface HttpConnections {
  /** Rejects where no whole answer came. */
  ask(question: HttpQuestion): Promise<HttpAnswer>;
  end(): void;
}

/** Asks a call of the API with a JSON body. */
export const post = (name: string, headers: Record<string, string>, body: object): HttpQuestion => ({
  method: 'POST',
  path: `/api/${name}`,
  headers,
  body: JSON.stringify(body),
});

/** The agent has a timeout, because only then it heeds that of the server (`Keep-Alive: timeout=5`); others use a connection that just closes. */
export const keepAliveAgent = () => new http.Agent({ keepAlive: true, timeout: 60_000 });

/** Opens connections to one server and keeps them, as browsers and proxies do; from one address of this machine where it is named. */
export function openConnections(origin: string, localAddress?: string): HttpConnections {
  const agent = keepAliveAgent();
  const ask = ({ method = 'GET', path, headers = {}, body }: HttpQuestion) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const request = http.request(origin + path, { method, agent, localAddress, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] as string);
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), cookies });
        });
      });
      // A browser asks again too, where the server had just closed a connection that was kept.
      request.on('error', (error) => reject(Object.assign(error, { wasKept: request.reusedSocket })));
      request.end(body);
    });
  return { ask, end: () => agent.destroy() };
}

interface FormPart {
  field: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Encodes a multipart form as bytes, with the headers that go with them. */
export async function encodeForm(fields: Record<string, string>, parts: readonly FormPart[]) {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields)) all.set(name, value);
  for (const { field, name, bytes } of parts) all.set(field, new Blob([bytes]), name);
  const response = new Response(all);
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '' };
  return { headers, body: new Uint8Array(await response.arrayBuffer()) };
}
