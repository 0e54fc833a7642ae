import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const TOKEN = 'a token for figures alone, of more than thirty-two';
let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ metricsToken: TOKEN });
});
afterAll(() => app.close());

const status = async (headers: Record<string, string>) => (await raw(app.origin, { method: 'GET', path: '/metrics', headers })).status;

it('figures are for this machine, unless a proxy shows, also one that names no client', async () => {
  expect(await status({})).toBe(200);
  for (const header of ['X-Real-IP', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'])
    expect([header, await status({ [header]: '127.0.0.1' })]).toEqual([header, 404]);
  for (const Host of ['bitacora.empresa.mx', 'bitacora.empresa.mx:443', 'localhost.empresa.mx', '127.0.0.1.nip.io', 'a b'])
    expect([Host, await status({ Host })]).toEqual([Host, 404]);
  for (const Host of ['localhost:3000', '127.0.0.1', '[::1]:9100']) expect([Host, await status({ Host })]).toEqual([Host, 200]);
  expect(await status({ Via: '1.1 proxy' })).toBe(404);
  expect(await plainNginx()).toContain('HTTP/1.1 404');
});

/** What `proxy_pass` alone sends: HTTP/1.0, the upstream's own address as Host, and nothing about the client. */
const plainNginx = async () => {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  socket.end(`GET /metrics HTTP/1.0\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  return text(socket);
};

it('METRICS_TOKEN reads them through a proxy too, and opens nothing else', async () => {
  const proxied = { 'X-Real-IP': '203.0.113.9' };
  expect(await status({ ...proxied, Authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await status({ ...proxied, Authorization: `Bearer ${TOKEN}x` })).toBe(401);
  const elsewhere = { method: 'GET', path: '/api/get_users', headers: { Authorization: `Bearer ${TOKEN}` } };
  expect((await raw(app.origin, elsewhere)).status).toBe(401);
});
