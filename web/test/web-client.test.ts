import { endpoints } from '@bitacora/core/contract';
import { session } from '@bitacora/core/contract/account/session-endpoints';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createClients } from '../src/web-client';
import { sessionOfNobody } from '../src/web-client.ts';

const nobody = { success: true, user_action_deck: null, today: '2026-11-23', time_zone: 'America/Mexico_City', contact_url: '' };
const answer = {
  ...nobody,
  demo: true,
  demo_exposed: true,
  first_run: true,
  password_login: false,
  company_login: { label: 'Entrar', url: '/api/sso' },
  second_factor_due: false,
};

it('has at once only the session and the login, and all other calls after they were loaded', async () => {
  expect(endpoints).toHaveProperty('listMyPending');
  const requests: unknown[] = [];
  const { client, background, loadCalls } = createClients(async ({ path, isBackground }) => {
    requests.push([path, isBackground ?? false]);
    throw new Error('no network');
  });
  await expect(client.readSession()).rejects.toThrow('no network');
  expect(client).not.toHaveProperty('listMyPending');
  await loadCalls();
  await expect(client.listMyPending()).rejects.toThrow('no network');
  await expect(background.client.listMyPending()).rejects.toThrow('no network');
  expect(requests).toEqual([
    ['/api/get-session', false],
    ['/api/get_my_activities', false],
    ['/api/get_my_activities', true],
  ]);
});

it('logs in with a call that brings the others', async () => {
  const requests: unknown[] = [];
  const { client } = createClients(async ({ path, body }) => {
    requests.push([path, body]);
    return { status: 200, body: { success: true, status: 'activo' } };
  });
  await client.logIn({ email: 'ana@empresa.mx', password: 'segura 2026' });
  expect(requests).toEqual([[sessionRequests.logIn.path, { email: 'ana@empresa.mx', password: 'segura 2026' }]]);
  expect(client).toHaveProperty('listMyPending');
});

it('reads without the schemas the same session of nobody as with them', async () => {
  expect(sessionOfNobody(answer)).toEqual(z.decode(session, answer as never));
  const { client } = createClients(async () => ({ status: 200, body: { ...nobody, demo: false } }));
  expect(await client.readSession()).toMatchObject({ user: null, isDemo: false, isDemoExposed: false, needsFirstRun: false });
});

it.each([
  ['somebody', { ...answer, user_action_deck: {} }],
  ['a fact missing', { ...answer, today: undefined }],
  ['another shape', { ...answer, first_run: 'yes' }],
  ['nothing', undefined],
])('leaves an answer with %s to the schemas', async (_, body) => {
  expect(sessionOfNobody(body)).toBeNull();
  const { client } = createClients(async () => ({ status: 200, body }));
  await expect(client.readSession()).rejects.toThrow();
});
