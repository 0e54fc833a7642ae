import { endpoints } from '@bitacora/core/contract';
import { sessionEndpoints } from '@bitacora/core/contract/session-endpoints';
import { expect, it } from 'vitest';
import { createClients } from '../src/web-client';

it('has at once only the calls of the session, and all others after they were loaded', async () => {
  expect(endpoints).toHaveProperty('listMyPending');
  expect(sessionEndpoints).not.toHaveProperty('listMyPending');
  const sent: unknown[] = [];
  const { client, background, loadCalls } = createClients(async ({ path, isBackground }) => {
    sent.push([path, isBackground ?? false]);
    throw new Error('no network');
  });
  await expect(client.readSession()).rejects.toThrow('no network');
  expect(client).not.toHaveProperty('listMyPending');
  await loadCalls();
  await expect(client.listMyPending()).rejects.toThrow('no network');
  await expect(background.client.listMyPending()).rejects.toThrow('no network');
  expect(sent).toEqual([
    ['/api/get-session', false],
    ['/api/get_my_activities', false],
    ['/api/get_my_activities', true],
  ]);
});
