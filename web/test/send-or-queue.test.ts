import { ApiError, type Transport, type WireRequest } from '@bitacora/core/client/api-error';
import { sessionRequests } from '@bitacora/core/contract/exchange';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createIdempotencyKeys } from '../src/idempotency-keys.ts';
import { knowsPerson } from '../src/offline/kept-replies.ts';
import { sendOrQueue } from '../src/offline/transport.ts';
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
  const sent: WireRequest[] = [];
  const online: Transport = async (request) => {
    sent.push(request);
    return done(request);
  };
  await send(online, comment);
  await send(online, writes('/api/record_evidences_activity', form));
  expect(sent.map(({ body }) => body)).toEqual([comment.body, form]);
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
