import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitConnections } from '../src/http/listen.ts';

const MAX = 3;
const TOTAL = 5;
const HELD_MS = 50;
let server: http.Server;
const open: net.Socket[] = [];

beforeAll(async () => {
  server = http.createServer((_, response) => response.end('served'));
  limitConnections(server, { perAddress: MAX, total: TOTAL, heldMs: HELD_MS });
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
  const reply = once(socket, 'data').then(([text]) => (String(text).includes('served') ? 'served' : 'odd'));
  const closed = once(socket, 'close').then(() => 'closed');
  return Promise.race([reply, closed]).catch(() => 'closed'); // reset
}

it('connections of one address are limited independently of others; one that ends frees its slot', async () => {
  for (let count = 0; count < MAX; count++) expect(await served('127.0.1.1')).toBe('served');
  expect(await served('127.0.1.1')).toBe('closed');
  expect(await served('127.0.1.2')).toBe('served');
  open[0]?.destroy();
  await expect.poll(() => served('127.0.1.1')).toBe('served');
  expect(await served('127.0.1.1')).toBe('closed');
});

it('all addresses together have so many, and a flood of one takes no place of another', async () => {
  for (const socket of open) socket.destroy();
  await expect.poll(() => served('127.0.2.1')).toBe('served');
  await Promise.all(Array.from({ length: 20 }, () => served('127.0.2.1')));
  for (let count = 0; count < TOTAL - MAX; count++) expect(await served('127.0.2.2')).toBe('served');
  expect(await served('127.0.2.3')).toBe('closed');
});

it('a held connection that sends much is closed before its time, and all are at the end', async () => {
  const full = http.createServer();
  const closeHeld = limitConnections(full, { total: 2, perAddress: 0, heldMs: 600_000 });
  await once(full.listen(0, '127.0.0.1'), 'listening');
  const connect = () => {
    const socket = net.connect((full.address() as net.AddressInfo).port, '127.0.0.1').on('error', () => {});
    return { socket, closed: once(socket, 'close') };
  };
  const [loud, silent] = [connect(), connect()];
  loud.socket.write('x'.repeat(60_000));
  await loud.closed;
  expect(silent.socket.destroyed).toBe(false);
  closeHeld();
  await silent.closed;
  full.close();
});
