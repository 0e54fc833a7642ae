import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningApp } from '../../api/test/running-app.ts';

/** Passes everything on to the app, but its n-th answer to `path` as `spoil` would have it. */
export async function between(
  app: Pick<RunningApp, 'origin'>,
  path: string,
  spoil: (answer: http.ServerResponse, body: Buffer, n: number) => void,
) {
  const idempotencyKeys: (string | undefined)[] = [];
  const proxy = http.createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    const reply = await fetch(app.origin + request.url, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    response.writeHead(reply.status, {
      'Content-Type': reply.headers.get('Content-Type') ?? '',
      'Set-Cookie': reply.headers.getSetCookie(),
    });
    if (request.url !== path) return response.end(bytes);
    idempotencyKeys.push(request.headers['idempotency-key'] as string | undefined);
    spoil(response, bytes, idempotencyKeys.length);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    env: { BITACORA_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    idempotencyKeys,
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}
