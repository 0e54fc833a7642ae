import http from 'node:http';

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  milliseconds: number;
}
export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Which of this machine's own addresses to call from. */
  from?: string;
  agent?: http.Agent;
}

/** A request letter for letter: odd methods, odd paths and doubled headers, as no client of ours would send them. */
export function raw(origin: string, { method, path, headers = {}, body, from, agent }: RawCall): Promise<RawAnswer> {
  const began = performance.now();
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { hostname, port, method, path, headers: { ...length, ...headers }, localAddress: from, agent };
    let isAnswered = false;
    const request = http.request(options, (response) => {
      isAnswered = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        const bytes = Buffer.concat(parts);
        resolve({ status, headers: response.headers, text: bytes.toString(), bytes, milliseconds: performance.now() - began });
      });
      response.on('error', reject);
    });
    // A server that has answered may stop listening to the rest of what it refused.
    request.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    request.end(body);
  });
}
