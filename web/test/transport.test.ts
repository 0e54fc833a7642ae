import { ApiError, createClient } from '@bitacora/core/client';
import { expect, it } from 'vitest';
import { sameOriginTransport } from '../src/transport.ts';

type Answer = { status?: number; body: unknown } | Error;

/** A `fetch` that answers from a script and remembers what it was asked. */
function scripted(answers: Record<string, Answer[]>) {
  const asked: { path: string; headers: Record<string, string>; body: unknown }[] = [];
  const send = (async (path: string, { headers, body }: RequestInit) => {
    asked.push({ path, headers: headers as Record<string, string>, body });
    const queue = answers[path] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer instanceof Error || !answer) throw answer ?? new Error(`unexpected ${path}`);
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  }) as typeof fetch;
  return { send, asked };
}
const token = (value: string) => ({ body: { success: true, csrf_token: value } });
const done = { body: { success: true } };
const quiet = {
  onSessionLost: () => {
    throw new Error('the session was not lost');
  },
  isSamePerson: async () => true,
};

it('carries the token on what writes, asking for it once', async () => {
  const { send, asked } = scripted({ '/api/csrf-token': [token('t1')], '/api/cancel_activity': [done] });
  const client = createClient(sameOriginTransport(send, quiet));
  await client.cancelActivity({ activityId: 1 });
  await client.cancelActivity({ activityId: 2 });
  expect(asked.map(({ path }) => path)).toEqual(['/api/csrf-token', '/api/cancel_activity', '/api/cancel_activity']);
  expect(asked[1]?.headers['X-CSRF-Token']).toBe('t1');
});

it('renews a token that no longer holds, once', async () => {
  const forged = { status: 403, body: { success: false, error: 'Recarga la página.', code: 'session.forged' } };
  const { send, asked } = scripted({ '/api/csrf-token': [token('old'), token('new')], '/api/cancel_activity': [forged, done] });
  await createClient(sameOriginTransport(send, quiet)).cancelActivity({ activityId: 1 });
  expect(asked.at(-1)?.headers['X-CSRF-Token']).toBe('new');

  const always = scripted({ '/api/csrf-token': [token('x')], '/api/cancel_activity': [forged] });
  await expect(createClient(sameOriginTransport(always.send, quiet)).cancelActivity({ activityId: 1 })).rejects.toThrow(
    'Recarga la página.',
  );
});

it('never repeats a write in the name of whoever logged in meanwhile in another tab', async () => {
  const forged = { status: 403, body: { success: false, error: 'Recarga la página.', code: 'session.forged' } };
  const { send, asked } = scripted({ '/api/csrf-token': [token('mine'), token('theirs')], '/api/cancel_activity': [forged, done] });
  let losses = 0;
  const watch = { onSessionLost: () => (losses += 1), isSamePerson: async () => false };
  await expect(createClient(sameOriginTransport(send, watch)).cancelActivity({ activityId: 1 })).rejects.toThrow('Recarga la página.');
  expect(asked.filter(({ path }) => path === '/api/cancel_activity')).toHaveLength(1);
  expect(losses).toBe(1);
});

it('asks for another token after a login', async () => {
  const { send, asked } = scripted({
    '/api/csrf-token': [token('before'), token('after')],
    '/api/login': [{ body: { success: true, status: 'activo' } }],
    '/api/cancel_activity': [done],
  });
  const client = createClient(sameOriginTransport(send, quiet));
  await client.login({ email: 'empleado@demo.mx', password: 'demo1234' });
  await client.cancelActivity({ activityId: 1 });
  expect(asked.at(-1)?.headers['X-CSRF-Token']).toBe('after');
});

it('tells when the session is gone', async () => {
  const gone = { status: 401, body: { success: false, error: 'Inicia sesión para continuar.', code: 'session.missing' } };
  const { send } = scripted({ '/api/get_my_activities': [gone] });
  let losses = 0;
  const client = createClient(sameOriginTransport(send, { ...quiet, onSessionLost: () => (losses += 1) }));
  await expect(client.getMyActivities()).rejects.toMatchObject({ status: 401 });
  expect(losses).toBe(1);
});

it('says that the server could not be reached', async () => {
  const { send } = scripted({ '/api/get_my_activities': [new TypeError('Failed to fetch')] });
  const failure = await createClient(sameOriginTransport(send, quiet))
    .getMyActivities()
    .catch((error) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 0, message: 'No se pudo conectar con el servidor.' });
});
