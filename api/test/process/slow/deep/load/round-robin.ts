import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveAgent } from '../../../../../../tools/load/http-connections.ts';

const CHECK_MS = 200;

/**
 * A proxy that alternates between the backends whose last /readyz succeeded, over connections that stay open. A request that no backend
 * accepted goes to the next one. A request that broke off later fails, because a write must not run twice.
 */
export async function roundRobin(backends: readonly string[]) {
  const agent = keepAliveAgent();
  let ready = [...backends];
  let turn = 0;

  const check = async () => {
    const isReady = (url: string) =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const readyUrls = await Promise.all(backends.map(async (url) => ((await isReady(url)) ? url : null)));
    ready = readyUrls.filter((url) => url !== null);
  };
  const checking = setInterval(check, CHECK_MS);

  function forward(from: http.IncomingMessage, body: Buffer, to: http.ServerResponse, left: readonly string[]): void {
    const [url, ...others] = left;
    if (!url) return void to.writeHead(502).end();
    const { method, headers } = from;
    const request = http.request(url + from.url, { method, headers, agent }, (response) => {
      to.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => to.destroy()).pipe(to);
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? forward(from, body, to, others) : to.writeHead(502).end(),
    );
    request.end(body);
  }

  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    turn += 1;
    const at = turn % Math.max(1, ready.length);
    forward(request, Buffer.concat(parts), response, [...ready.slice(at), ...ready.slice(0, at)]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyNow: () => ready.length,
    close: async () => {
      clearInterval(checking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
