import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import type { Browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let person: Browser;
beforeAll(async () => {
  app = await runningApp({ underWayMax: 1 });
  person = await app.as(await given(app.db).person());
});
afterAll(() => app.close());

/** A call whose body comes slowly: it has begun, and is answered once it may `end`. */
async function aSlowSender() {
  const headers = {
    Cookie: `sid=${person.cookies.get('sid')}`,
    'X-CSRF-Token': await person.csrfToken(),
    'Content-Type': 'application/json',
    'Content-Length': '2',
  };
  const request = http.request(`${app.origin}/api/update_preferences`, { method: 'POST', headers });
  const ended = new Promise<number>((resolve) =>
    request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0))),
  );
  request.write('{');
  return {
    end: () => {
      request.end('}');
      return ended;
    },
  };
}

it('who comes when too many are under way is told at once to come again, and is served when one of them has ended', async () => {
  const holding = await app.db.transaction();
  await holding.raw('lock table activities in access exclusive mode');
  const slow = person.call('GET', '/api/get_my_activities');
  await expect.poll(async () => (await person.call('GET', '/api/data_user')).status).toBe(503);
  const { headers, body } = await person.call('GET', '/api/get_my_activities');
  expect(body).toEqual({
    success: false,
    code: 'server.busy',
    error: 'Hay demasiadas solicitudes a la vez. Inténtalo de nuevo en unos segundos.',
  });
  expect(headers.get('Retry-After')).toBe('5');

  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);
  await holding.rollback();
  expect((await slow).status).toBe(200);
  expect((await person.call('GET', '/api/get_my_activities')).status).toBe(200);
});

it('who sends slowly keeps nobody else waiting outside, and is answered all the same', async () => {
  const slow = await aSlowSender();
  await pause(300);
  await expect.poll(async () => (await person.call('GET', '/api/get_my_activities')).status, { timeout: 5_000 }).toBe(200);
  expect(await slow.end()).toBe(400);
  expect((await person.call('GET', '/api/get_my_activities')).status).toBe(200);
});
