import { ApiError, type Transport, type WireRequest } from '@bitacora/core/client/api-error';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createIdempotencyKeys } from '../src/app/transport.ts';
import { forgetDevice, knowsPerson } from '../src/offline/kept-replies.ts';
import { sendOrQueue } from '../src/offline/offline-transport.ts';
import { fakeDevice } from './fake-device.ts';

const ANA = 7;
const keys = createIdempotencyKeys(() => new Date('2026-11-20T18:00:00Z'));
const writes = (path: string, body?: unknown) => ({ method: 'POST', path, body, effect: 'writes' }) as WireRequest & { path: string };
const comment = writes('/api/record_comments_activity', { activitie_id: 1, comment: 'Listo' });
const done: Transport = async () => ({ status: 200, body: { success: true } });
const unreachable: Transport = async () => {
  throw new ApiError(0, 'No se pudo conectar con el servidor.', null);
};
const send = (online: Transport, request: WireRequest & { path: string }) => sendOrQueue(online, request, keys, ANA);

it('sends what has network from a device whose store or hashing fails', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('broken', 'InvalidStateError');
    },
  });
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('broken'));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const form = new FormData();
  form.append('activity_id', '1');
  form.append('images[0]', new File(['x'], 'uno.png'));
  const requests: WireRequest[] = [];
  const online: Transport = async (request) => {
    requests.push(request);
    return done(request);
  };
  await send(online, comment);
  await send(online, writes('/api/record_evidences_activity', form));
  expect(requests.map(({ body }) => body)).toEqual([comment.body, form]);
});

it('asks the browser to keep the store before the first queued act, and queues also when it refuses', async () => {
  const { queue } = fakeDevice();
  const persist = vi.fn(async () => {
    throw new Error('no');
  });
  const ready = new Promise(() => {});
  vi.stubGlobal('navigator', {
    storage: { persist, estimate: async () => ({}) },
    locks: { request: async () => ({ end: 'busy' }) },
    serviceWorker: { ready },
  });
  for (const words of ['Uno', 'Dos'])
    await expect(send(unreachable, { ...comment, body: { activitie_id: 1, comment: words } })).rejects.toMatchObject({
      code: 'device.queued',
    });
  expect([persist.mock.calls.length, queue.size]).toEqual([1, 2]);
});

it('still reads without network after a logout without an answer', async () => {
  fakeDevice();
  const online: Transport = async () => ({ status: 200, body: { user_action_deck: { id: ANA } } });
  const reads = (path: string) => ({ method: 'GET', path, effect: 'reads' }) as WireRequest & { path: string };
  await send(online, reads(sessionRequests.readSession.path));
  expect(knowsPerson(ANA)).toBe(true);
  await expect(send(unreachable, writes(sessionRequests.logOut.path))).rejects.toMatchObject({ status: 0 });
  expect(knowsPerson(ANA)).toBe(true);
  await send(done, writes(sessionRequests.logOut.path));
  expect(knowsPerson(ANA)).toBe(false);
});

const evidence = () => {
  const form = new FormData();
  form.append('activity_id', '1');
  form.append('images[0]', new File(['x'], 'uno.png'));
  return writes('/api/record_evidences_activity', form);
};
const onDevice = (estimate: StorageEstimate) =>
  vi.stubGlobal('navigator', {
    storage: { persist: async () => true, estimate: async () => estimate },
    locks: { request: async () => ({ end: 'busy' }) },
    serviceWorker: { ready: new Promise(() => {}) },
  });

it('says that a device is full before it takes a photo, and queues nothing', async () => {
  const { queue } = fakeDevice();
  onDevice({ quota: 5_000_000, usage: 4_500_000 });
  await expect(send(unreachable, evidence())).rejects.toMatchObject({
    code: 'device.full',
    message: expect.stringMatching(/^Este dispositivo no tiene espacio/),
  });
  expect(queue.size).toBe(0);
  onDevice({ quota: 5_000_000, usage: 0 });
  await expect(send(unreachable, evidence())).rejects.toMatchObject({ code: 'device.queued' });
});

it('queues where a proxy answers in the place of the server, and not where the server itself does', async () => {
  const { queue } = fakeDevice();
  onDevice({});
  const reply = { status: 503, body: { success: false, code: 'database.away' } };
  expect(await send(async () => reply, comment)).toEqual(reply);
  for (const status of [502, 503, 504])
    await expect(send(async () => ({ status, body: undefined }), { ...comment, body: { activitie_id: status } })).rejects.toMatchObject({
      code: 'device.queued',
    });
  expect(queue.size).toBe(3);
});

it('lets no completion with network pass an act of its activity that waits or was refused', async () => {
  const { queue } = fakeDevice();
  onDevice({});
  await expect(send(unreachable, comment)).rejects.toMatchObject({ code: 'device.queued' });
  const [row] = [...queue.values()] as { refusal: string | null }[];
  const complete = (id: number) => writes('/api/end_activity', { activity_id: id, resolution: 'Listo' });
  const paths: string[] = [];
  const online: Transport = async (request) => {
    paths.push(request.path);
    return done(request);
  };
  const queued = 'Se enviará en cuanto haya señal, con la hora en que lo hiciste.';
  await expect(send(online, complete(1))).rejects.toMatchObject({ code: 'device.queued', message: queued });
  if (row) row.refusal = 'No.';
  queue.delete(2);
  const behind = 'Se enviará cuando se resuelva lo anterior de esta actividad.';
  await expect(send(online, complete(1))).rejects.toMatchObject({ code: 'device.queued', message: behind });
  expect(paths).toEqual([]);
  await send(online, complete(2));
  queue.delete(3);
  await send(online, comment);
  expect(paths).toEqual(['/api/end_activity', '/api/record_comments_activity']);
});

it('empties at a logout what that person queued and read, and leaves what others queued', async () => {
  const { queue, replies } = fakeDevice();
  onDevice({});
  await expect(send(unreachable, comment)).rejects.toMatchObject({ code: 'device.queued' });
  await expect(sendOrQueue(unreachable, comment, keys, ANA + 1)).rejects.toMatchObject({ code: 'device.queued' });
  replies.set('a', { key: 'a', userId: ANA });
  replies.set('b', { key: 'b', userId: ANA + 1 });
  await forgetDevice(ANA);
  expect([...queue.values()]).toMatchObject([{ userId: ANA + 1 }]);
  expect([...replies.keys()]).toEqual(['b']);
});

it('says that an act waits for the person only where something refused stops it', async () => {
  const { queue } = fakeDevice();
  onDevice({});
  const say = (words: string) => expect(send(unreachable, { ...comment, body: { activitie_id: 1, comment: words } })).rejects;
  const queued = { code: 'device.queued', message: 'Se enviará en cuanto haya señal, con la hora en que lo hiciste.' };
  const behind = { code: 'device.queued', message: 'Se enviará cuando se resuelva lo anterior de esta actividad.' };
  await say('Uno').toMatchObject(queued);
  const [row] = [...queue.values()] as { refusal: string | null }[];
  if (row) row.refusal = 'No.';
  await say('Dos').toMatchObject(queued);
  await say('Tres').toMatchObject(queued);
  await expect(send(unreachable, writes('/api/end_activity', { activity_id: 1, resolution: 'Listo' }))).rejects.toMatchObject(behind);
  await say('Cuatro').toMatchObject(behind);
});
