import { endpoints } from '@bitacora/core/contract';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { expect, it } from 'vitest';
import { createWebClient } from '../src/web-client';

it('the client is no promise: it can be handed through one, and shown', async () => {
  const client = createWebClient(async () => Promise.reject(new Error('asked')));
  expect(await client).toBe(client);
  expect(Object.prototype.toString.call(client)).toBe('[object Object]');
});

it('a call that the login has not at hand is fetched and made', async () => {
  expect(endpoints).toHaveProperty('listMyPending');
  expect(sessionEndpoints).not.toHaveProperty('listMyPending');
  const asked: unknown[] = [];
  const client = createWebClient(async (request) => {
    asked.push(request.path);
    throw new Error('no network');
  });
  await expect(client.listMyPending()).rejects.toThrow('no network');
  expect(asked).toEqual(['/api/get_my_activities']);
});
