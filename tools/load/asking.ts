import http from 'node:http';

export interface Question {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}
export interface Answered {
  status: number;
  body: Buffer;
}

export interface Asking {
  /** Rejects where no whole answer came. */
  ask(question: Question): Promise<Answered>;
  end(): void;
}

/** One server asked over connections that are kept, as browsers and proxies keep theirs; as many as it takes at once. */
export function asking(origin: string): Asking {
  const agent = new http.Agent({ keepAlive: true });
  const ask = ({ method = 'GET', path, headers = {}, body }: Question) =>
    new Promise<Answered>((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const request = http.request(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
      });
      request.on('error', reject);
      request.end(body);
    });
  return { ask, end: () => agent.destroy() };
}
