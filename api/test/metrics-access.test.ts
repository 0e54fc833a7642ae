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

it('figures are for this machine, unless a header says that it asks for somebody else', async () => {
  expect(await status({})).toBe(200);
  for (const header of ['X-Real-IP', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'])
    expect([header, await status({ [header]: '127.0.0.1' })]).toEqual([header, 404]);
});

it('METRICS_TOKEN reads them through a proxy too, and opens nothing else', async () => {
  const proxied = { 'X-Real-IP': '203.0.113.9' };
  expect(await status({ ...proxied, Authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await status({ ...proxied, Authorization: `Bearer ${TOKEN}x` })).toBe(401);
  const elsewhere = { method: 'GET', path: '/api/get_users', headers: { Authorization: `Bearer ${TOKEN}` } };
  expect((await raw(app.origin, elsewhere)).status).toBe(401);
});
