import { gunzipSync } from 'node:zlib';
import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { isCompressible } from '../src/http/answer.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const AS_BROWSERS = { 'Accept-Encoding': 'gzip, deflate' };

let app: RunningApp;
let Cookie: string;
beforeAll(async () => {
  app = await runningApp();
  const boss = await given(app.db).manager();
  const topic = await given(app.db).topic();
  for (let n = 0; n < 100; n++) await given(app.db).activity({ owner: boss, assignee: boss, topic });
  Cookie = `sid=${await given(app.db).session(boss)}`;
});
afterAll(() => app.close());

const read = (path: string, headers = {}) => raw(app.origin, { method: 'GET', path, headers: { Cookie, ...headers } });
const report = (headers = {}) =>
  raw(app.origin, {
    method: 'POST',
    path: '/api/get_all_activities',
    headers: { Cookie, 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });

it('a list of a hundred activities comes at a fifth of its length, and is the same list', async () => {
  for (const list of [(headers = {}) => read('/api/get_my_activities', headers), report]) {
    const [plain, small] = [await list(), await list(AS_BROWSERS)];
    expect(JSON.parse(plain.text)).toHaveLength(100);
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' });
    expect(small.headers.vary).toContain('Accept-Encoding');
  }
});

it('who does not ask for it, refuses it, or gets little, gets it plain', async () => {
  for (const headers of [{}, { 'Accept-Encoding': 'identity' }, { 'Accept-Encoding': 'gzip;q=0, br' }])
    expect((await read('/api/get_my_activities', headers)).headers['content-encoding']).toBeUndefined();
  expect((await read('/api/data_user', AS_BROWSERS)).headers['content-encoding']).toBeUndefined();
});

it('no answer that carries a secret is made smaller', () => {
  const shrinking = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, endpoint]) => isCompressible(endpoint));
  expect(shrinking.length).toBeGreaterThan(10);
  const secretive = shrinking.filter(([name, { secret }]) => secret || ['readCsrfToken', 'readSession'].includes(name));
  expect(secretive.map(([name]) => name)).toEqual([]);
});
