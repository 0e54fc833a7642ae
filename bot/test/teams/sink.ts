import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody's server where nothing of ours may arrive. */
export async function openSink() {
  let reached = 0;
  const server = http.createServer((_, response) => {
    reached += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many requests did. */
    reached: () => reached,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Sink = Awaited<ReturnType<typeof openSink>>;
