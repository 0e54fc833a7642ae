import { ApiError } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { expect, it, vi } from 'vitest';
import { pendingWrites } from '../src/app/pending-writes.ts';
import { sendForm } from '../src/app/send-form.ts';
import { createIdempotencyKeys, sameOriginTransport, withBackground } from '../src/app/transport.ts';

let now = new Date('2026-11-20T18:00:00Z');

type Answer = { status?: number; body: unknown } | Error;

/** A `fetch` that answers from a script and remembers what it was asked. */
function scripted(answers: Record<string, Answer[]>) {
  const requests: { path: string; headers: Record<string, string>; body: unknown }[] = [];
  const send = (async (path: string, { headers, body }: RequestInit) => {
    requests.push({ path, headers: headers as Record<string, string>, body });
    const queue = answers[path] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer instanceof Error || !answer) throw answer ?? new Error(`unexpected ${path}`);
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  }) as typeof fetch;
  return { send, requests };
}
const ANA = 7;
const BETO = 8;
const token = (value: string, userId: number | null = ANA) => ({ body: { success: true, csrf_token: value, user_id: userId } });
const done = { body: { success: true } };
const quiet = () => ({
  idempotencyKeys: createIdempotencyKeys(() => now),
  onSessionLost: () => {
    throw new Error('the session was not lost');
  },
  pageUserId: () => ANA,
});

it('carries the token on what writes, asking for it once', async () => {
  const { send, requests } = scripted({ '/api/csrf-token': [token('t1')], '/api/cancel_activity': [done] });
  const client = createClient(sameOriginTransport(send, quiet()));
  await client.cancelActivity({ activityId: 1 });
  await client.cancelActivity({ activityId: 2 });
  expect(requests.map(({ path }) => path)).toEqual(['/api/csrf-token', '/api/cancel_activity', '/api/cancel_activity']);
  expect(requests[1]?.headers['X-CSRF-Token']).toBe('t1');
});

it('renews a token that no longer holds, once', async () => {
  const forged = { status: 403, body: { success: false, error: 'Recarga la página.', code: 'session.forged' } };
  const { send, requests } = scripted({ '/api/csrf-token': [token('old'), token('new')], '/api/cancel_activity': [forged, done] });
  await createClient(sameOriginTransport(send, quiet())).cancelActivity({ activityId: 1 });
  expect(requests.at(-1)?.headers['X-CSRF-Token']).toBe('new');

  const always = scripted({ '/api/csrf-token': [token('x')], '/api/cancel_activity': [forged] });
  await expect(createClient(sameOriginTransport(always.send, quiet())).cancelActivity({ activityId: 1 })).rejects.toThrow(
    'Recarga la página.',
  );
});

const forged = { status: 403, body: { success: false, error: 'Recarga la página.', code: 'session.forged' } };
it.each([
  ['before its first write', [token('theirs', BETO)], [done], 0],
  ['after a write', [token('mine'), token('theirs', BETO)], [forged, done], 1],
  ['and left again', [token('nobody', null)], [done], 0],
])('sends no write of this page in the session of another person, who came %s', async (_, tokens, answers, tries) => {
  const { send, requests } = scripted({ '/api/csrf-token': tokens, '/api/cancel_activity': answers });
  let losses = 0;
  const client = createClient(sameOriginTransport(send, { ...quiet(), onSessionLost: () => (losses += 1) }));
  await expect(client.cancelActivity({ activityId: 1 })).rejects.toMatchObject({ status: 401, code: 'session.missing' });
  expect(requests.filter(({ path }) => path === '/api/cancel_activity')).toHaveLength(tries);
  expect(losses).toBe(1);
});

it('has its own token once the page is drawn for the next person', async () => {
  const { send, requests } = scripted({ '/api/csrf-token': [token('ana'), token('beto', BETO)], '/api/cancel_activity': [done] });
  let person = ANA;
  const client = createClient(sameOriginTransport(send, { ...quiet(), pageUserId: () => person }));
  await client.cancelActivity({ activityId: 1 });
  person = BETO;
  await client.cancelActivity({ activityId: 1 });
  expect(requests.at(-1)?.headers['X-CSRF-Token']).toBe('beto');
});

it('asks for another token after a login', async () => {
  const { send, requests } = scripted({
    '/api/csrf-token': [token('before'), token('after')],
    '/api/login': [{ body: { success: true, status: 'activo' } }],
    '/api/cancel_activity': [done],
  });
  const client = createClient(sameOriginTransport(send, quiet()));
  await client.logIn({ email: 'empleado@demo.mx', password: 'demo1234' });
  await client.cancelActivity({ activityId: 1 });
  expect(requests.at(-1)?.headers['X-CSRF-Token']).toBe('after');
});

it('says when the session is gone', async () => {
  const gone = { status: 401, body: { success: false, error: 'Inicia sesión para continuar.', code: 'session.missing' } };
  const { send } = scripted({ '/api/get_my_activities': [gone] });
  let losses = 0;
  const client = createClient(sameOriginTransport(send, { ...quiet(), onSessionLost: () => (losses += 1) }));
  await expect(client.listMyPending()).rejects.toMatchObject({ status: 401 });
  expect(losses).toBe(1);
});

it.each(['before', 'after'])('takes a read that a logout ended for no lost session, answered %s the logout', async (when) => {
  const gone = { success: false, error: 'Inicia sesión para continuar.', code: 'session.missing' };
  const { promise: read, resolve: answerRead } = Promise.withResolvers<Response>();
  const { promise: end, resolve: answerLogout } = Promise.withResolvers<Response>();
  const { send } = scripted({ '/api/csrf-token': [token('t1')] });
  const slow: typeof fetch = (input, init) =>
    input === '/api/get_my_activities' ? read : input === '/api/logout' ? end : send(input, init);
  const client = createClient(sameOriginTransport(slow, quiet()));
  const refusal = client.listMyPending().catch((error) => error);
  const ended = client.logOut();
  if (when === 'before') answerRead(new Response(JSON.stringify(gone), { status: 401 }));
  if (when === 'before') await refusal;
  answerLogout(new Response(JSON.stringify({ success: true, logout_url: null })));
  await ended;
  answerRead(new Response(JSON.stringify(gone), { status: 401 }));
  expect(await refusal).toMatchObject({ status: 401 });
});

it('says that the server could not be reached', async () => {
  const { send } = scripted({ '/api/get_my_activities': [new TypeError('Failed to fetch')] });
  const failure = await createClient(sameOriginTransport(send, quiet()))
    .listMyPending()
    .catch((error) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 0, message: 'No se pudo conectar con el servidor.' });
});

const lost = new TypeError('Failed to fetch');
const away = { status: 503, body: { success: false, error: 'Espera un momento.', code: 'database.away' } };
const refused = { status: 409, body: { success: false, error: 'Ya no.', code: 'activity.untimely' } };

/** Sends each of these, with or without success, and returns the idempotency keys of the requests. */
async function keysOf(path: string, answers: Answer[], send: (client: ReturnType<typeof createClient>) => Promise<unknown>[]) {
  const script = scripted({ '/api/csrf-token': [token('t')], [path]: answers });
  const client = createClient(sameOriginTransport(script.send, { ...quiet(), sendForm: (path, init) => script.send(path, init) }));
  await Promise.allSettled(send(client));
  return { client, keys: () => script.requests.filter((call) => call.path === path).map(({ headers }) => headers['Idempotency-Key']) };
}

it.each([
  ['the connection was lost', lost],
  ['the database was away', away],
  ['it was too much at once', { status: 429, body: { success: false, error: 'Espera.', code: 'session.tooManyTries' } }],
  ['it took too long to arrive', { status: 408, body: { success: false, error: 'Tardó.', code: 'input.slow' } }],
])('sends the same submission under the same key after %s', async (_, failure) => {
  const { client, keys } = await keysOf('/api/end_activity', [failure, done], (c) => [
    c.completeActivity({ activityId: 1, resolution: 'Listo' }),
  ]);
  await client.completeActivity({ activityId: 1, resolution: 'Listo' });
  expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys()[0]]);
});

it.each([
  ['once it was done', done],
  ['once it was refused', refused],
])('sends the next one under another key %s', async (_, answer) => {
  const { client, keys } = await keysOf('/api/end_activity', [answer, done], (c) => [
    c.completeActivity({ activityId: 1, resolution: 'Listo' }),
  ]);
  await client.completeActivity({ activityId: 1, resolution: 'Listo' });
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('keeps the key of a write over the end of the session, for the same person alone', async () => {
  const gone = { status: 401, body: { success: false, error: 'Inicia sesión para continuar.', code: 'session.missing' } };
  const script = scripted({
    '/api/csrf-token': [token('a'), token('b'), token('c', BETO)],
    '/api/end_activity': [lost, gone, done],
  });
  let person = ANA;
  const client = createClient(sameOriginTransport(script.send, { ...quiet(), pageUserId: () => person, onSessionLost: () => {} }));
  const complete = () => client.completeActivity({ activityId: 1, resolution: 'Listo' }).catch(() => {});
  const idempotencyKeys = () =>
    script.requests.filter(({ path }) => path === '/api/end_activity').map(({ headers }) => headers['Idempotency-Key']);
  await complete();
  await complete();
  person = BETO;
  await complete();
  expect(idempotencyKeys()[1]).toBe(idempotencyKeys()[0]);
  expect(idempotencyKeys()[2]).not.toBe(idempotencyKeys()[0]);
});

it('sends other contents under another key, and the same after a while too', async () => {
  const write = (resolution: string) => ({ activityId: 1, resolution });
  const { client, keys } = await keysOf('/api/end_activity', [lost, lost, done], (c) => [c.completeActivity(write('Listo'))]);
  await client.completeActivity(write('Listo, con acta')).catch(() => {});
  now = new Date(now.getTime() + 13 * 60 * 60_000);
  await client.completeActivity(write('Listo'));
  expect(new Set(keys()).size).toBe(3);
});

it('knows the chosen images again', async () => {
  const photo = (bytes: string) => new File([bytes], 'foto.png', { type: 'image/png' });
  const file = photo('x');
  const upload = (image: File) => ({ activityId: 1, images: [image] });
  const { client, keys } = await keysOf('/api/record_evidences_activity', [lost, lost, done], (c) => [c.addEvidence(upload(file))]);
  await client.addEvidence(upload(photo('otra'))).catch(() => {});
  await client.addEvidence(upload(file));
  expect(keys()[1]).not.toBe(keys()[0]);
  expect(keys()[2]).toBe(keys()[0]);
});

it('sends no key with what only reads', async () => {
  const { send, requests } = scripted({ '/api/get_my_activities': [{ body: [] }] });
  await createClient(sameOriginTransport(send, quiet())).listMyPending();
  expect(requests[0]?.headers['Idempotency-Key']).toBeUndefined();
});

it('shows the token for an export, which the server records', async () => {
  const { send, requests } = scripted({ '/api/csrf-token': [token('t1')], '/api/create_own_data_export': [done] });
  await createClient(sameOriginTransport(send, quiet())).exportOwnData();
  expect(requests[1]?.headers['X-CSRF-Token']).toBe('t1');
});

it('answers a workbook as bytes, and a refusal of one as what it says', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const sends = (response: Response) =>
    (async (path: string) => (path === '/api/csrf-token' ? Response.json(token('t1').body) : response)) as unknown as typeof fetch;
  const asking = (response: Response) => createClient(sameOriginTransport(sends(response), quiet())).exportReport({});
  expect(await (await asking(new Response('PK', { headers: { 'Content-Type': type } }))).text()).toBe('PK');

  const body = { success: false, error: 'Demasiados intentos. Espera 10 segundos y vuelve a intentarlo.', code: 'session.tooManyTries' };
  const refused = asking(Response.json(body, { status: 429, headers: { 'Retry-After': '10' } }));
  await expect(refused).rejects.toMatchObject({ status: 429, message: body.error });
});

it('marks what nobody asked for, so that the server does not take it for the person being there; never what they do', async () => {
  const { send, requests } = scripted({
    '/api/csrf-token': [token('t1')],
    '/api/cancel_activity': [done],
    '/api/get_holidays': [{ body: [] }],
  });
  const { transport, background } = withBackground(sameOriginTransport(send, quiet()));
  const client = createClient(transport);
  const backgroundClient = createClient((request) => transport({ ...request, isBackground: true }));
  const marks = () => requests.map(({ headers }) => headers['X-Bitacora-Background']);
  await client.listHolidays();
  await backgroundClient.listHolidays();
  await background.during(async () => void (await client.listHolidays()));
  await client.listHolidays();
  expect(marks()).toEqual([undefined, '1', '1', undefined]);
  await background.during(async () => void (await client.cancelActivity({ activityId: 1 })));
  expect(marks().slice(4)).toEqual([undefined, undefined]);
  await background.during(() => Promise.reject(new Error('away'))).catch(() => {});
  await client.listHolidays();
  expect(marks().at(-1)).toBeUndefined();
});

/** A connection that never answers. It ends when the signal aborts it. */
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
const upload = { activityId: 1, images: [new File(['x'], 'uno.png', { type: 'image/png' })] };

it('leaves a call that hangs, and repeats it under the same key', async () => {
  const { send, requests } = scripted({ '/api/csrf-token': [token('t1')], '/api/cancel_activity': [done] });
  let isHanging = true;
  const stuck = ((path: string, init: RequestInit) => {
    if (path === '/api/csrf-token' || !isHanging) return send(path, init);
    requests.push({ path, headers: init.headers as Record<string, string>, body: init.body });
    return hanging(init.signal as AbortSignal);
  }) as typeof fetch;
  const client = createClient(sameOriginTransport(stuck, quiet()));
  const first = client.cancelActivity({ activityId: 1 });
  await vi.waitFor(() => expect(requests).toHaveLength(2), 10_000);
  pendingWrites.stopAfter(0);
  await expect(first).rejects.toThrow('Dejamos de esperar al servidor');
  isHanging = false;
  await client.cancelActivity({ activityId: 1 });
  expect(requests[2]?.headers['Idempotency-Key']).toBe(requests[1]?.headers['Idempotency-Key']);
});

it('abandons a write whose token never arrives, and does not send it later', async () => {
  let give: (answer: Response) => void = () => {};
  const paths: string[] = [];
  const stuck = ((path: string) => {
    paths.push(path);
    return new Promise((resolve) => {
      give = resolve;
    });
  }) as unknown as typeof fetch;
  const client = createClient(sameOriginTransport(stuck, quiet()));
  const earlier = pendingWrites.latest();
  const left = expect(client.cancelActivity({ activityId: 1 })).rejects.toThrow('Dejamos de esperar al servidor');
  const other = client.cancelActivity({ activityId: 2 }).catch(() => {});
  await vi.waitFor(() => expect(paths).toEqual(['/api/csrf-token']), 10_000);
  pendingWrites.stopAfter(earlier);
  await left;
  await other;
  give(Response.json(token('t1').body));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(paths).toEqual(['/api/csrf-token']);
});

it('leaves what a dialog sent, and nothing that was sent before it opened', async () => {
  const { send } = scripted({ '/api/csrf-token': [token('t1')] });
  const stuck = ((path: string, init: RequestInit) =>
    path === '/api/csrf-token' ? send(path, init) : hanging(init.signal as AbortSignal)) as typeof fetch;
  const client = createClient(sameOriginTransport(stuck, quiet()));
  let isEarlierOver = false;
  const earlier = client.cancelActivity({ activityId: 1 }).catch(() => {
    isEarlierOver = true;
  });
  const openedAfter = pendingWrites.latest();
  const left = expect(client.cancelActivity({ activityId: 2 })).rejects.toThrow('Dejamos de esperar al servidor');
  pendingWrites.stopAfter(openedAfter);
  await left;
  expect(isEarlierOver).toBe(false);
  pendingWrites.stopAfter(0);
  await earlier;
});

it('ends with an upload that was answered without a body', async () => {
  class UploadWithoutBody {
    upload = {};
    status = 204;
    response = new Blob([]);
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => '';
    send() {
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', UploadWithoutBody);
  const form = { method: 'POST', headers: {}, body: new FormData(), signal: new AbortController().signal };
  expect((await sendForm('/api/record_evidences_activity', form, () => {})).status).toBe(204);
  vi.unstubAllGlobals();
});

it('says how much of an upload was sent, stops it, and gives up one that stands still', async () => {
  vi.useFakeTimers();
  const { send } = scripted({ '/api/csrf-token': [token('t1')] });
  let report: (percent: number) => void = () => {};
  let uploads = 0;
  const slow = (_: string, { signal }: { signal: AbortSignal }, onProgress: (percent: number) => void) => {
    report = onProgress;
    uploads += 1;
    return hanging(signal);
  };
  const client = createClient(sameOriginTransport(send, { ...quiet(), sendForm: slow }));
  const left = expect(client.addEvidence(upload)).rejects.toThrow('Dejamos de esperar al servidor');
  await vi.waitFor(() => expect(uploads).toBe(1), 10_000);
  expect(pendingWrites.percent()).toBe(0);
  report(45);
  expect(pendingWrites.percent()).toBe(45);
  pendingWrites.stopUploads();
  await left;
  expect(pendingWrites.percent()).toBeNull();

  const still = expect(client.addEvidence(upload)).rejects.toThrow('El servidor no respondió a tiempo');
  await vi.waitFor(() => expect(uploads).toBe(2), 10_000);
  await vi.advanceTimersByTimeAsync(59_000);
  report(50);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(pendingWrites.percent()).toBe(50);
  await vi.advanceTimersByTimeAsync(2_000);
  await still;
  vi.useRealTimers();
});
