import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitConnectionsPerAddress } from '../src/http/connection-limits.ts';

const MAX = 3;
let server: http.Server;
const open: net.Socket[] = [];

beforeAll(async () => {
  server = http.createServer((_, response) => response.end('served'));
  limitConnectionsPerAddress(server, MAX);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

/** Opens a connection and asks over it: what is answered, or that it was closed. */
async function served(from: string): Promise<string> {
  const { port } = server.address() as net.AddressInfo;
  const socket = net.connect({ host: '127.0.0.1', port, localAddress: from });
  open.push(socket);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const answered = once(socket, 'data').then(([text]) => (String(text).includes('served') ? 'served' : 'odd'));
  return Promise.race([answered, once(socket, 'close').then(() => 'closed')]);
}

it('one address has so many connections and no more, whatever others have; one that ends gives its place back', async () => {
  for (let count = 0; count < MAX; count++) expect(await served('127.0.1.1')).toBe('served');
  expect(await served('127.0.1.1')).toBe('closed');
  expect(await served('127.0.1.2')).toBe('served');
  open[0]?.destroy();
  await expect.poll(() => served('127.0.1.1')).toBe('served');
  expect(await served('127.0.1.1')).toBe('closed');
});
