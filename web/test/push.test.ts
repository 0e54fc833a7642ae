import type { Client } from '@bitacora/core/client';
import type { PushMessage } from '@bitacora/core/domain/notifications/delivery';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cleanUpPush, disablePush, readPushState } from '../src/offline/push.ts';
import { onPushClick, onSubscriptionChange } from '../src/offline/push-events.ts';
import { fakeDevice } from './fake-device.ts';

const ANA = 7;
const KEY = 'AQID';
const message: PushMessage = { title: 'Trabajo', body: 'Nuevo.', path: '/Consult_My_Activity/5', tag: 'a', recipientId: ANA, startable: 5 };

/** A browser that shows Ana's notifications, and a server that answers as `serve` does. */
function browser(serve: (path: string, init?: RequestInit) => Promise<Response> | Response = () => new Promise(() => {}), owner = ANA) {
  const device = fakeDevice();
  device.person.set('pushOf', owner);
  const subscription = {
    endpoint: 'https://push.example.com/1',
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    getKey: () => new Uint8Array([4]).buffer,
    toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'BA', auth: 'BB' } }),
    unsubscribe: async () => {
      browserOf.subscription = null;
      return true;
    },
  };
  const notifications: [string, string | undefined][] = [];
  const addresses: string[] = [];
  const browserOf = {
    ...device,
    notifications,
    addresses,
    subscription: subscription as typeof subscription | null,
    worker: {
      clients: { matchAll: async () => [], openWindow: async (url: string) => addresses.push(url) },
      registration: {
        showNotification: async (title: string, { body }: NotificationOptions) => void notifications.push([title, body]),
        getNotifications: async () => [],
        pushManager: {
          getSubscription: async () => browserOf.subscription,
          subscribe: async () => {
            browserOf.subscription = subscription;
            return subscription;
          },
        },
      } as unknown as ServiceWorkerRegistration,
    },
  };
  const locks = { request: (_: string, __: object, act: (lock: object) => unknown) => act({}) };
  vi.stubGlobal('navigator', { locks, serviceWorker: { getRegistration: async () => browserOf.worker.registration } });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path === '/api/csrf-token' ? Response.json({ success: true, csrf_token: 't', user_id: ANA }) : serve(path, init),
  );
  return browserOf;
}
const press = (on: ReturnType<typeof browser>, action: string, data: PushMessage | null = message) => onPushClick(on.worker, action, data);

it('says after three seconds that a start is kept, and that it was done once the answer comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  const on = browser(() => promise);
  const pressed = press(on, 'start');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(on.notifications).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  const later = 'Se enviará cuando abras Bitácora con señal, con la hora en que lo hiciste.';
  expect(on.notifications).toEqual([['Guardado en este dispositivo: iniciar la actividad 5.', later]]);
  expect(on.queue.size).toBe(1);
  answer(Response.json({ success: true }));
  await vi.advanceTimersByTimeAsync(100);
  await pressed;
  expect([on.notifications.at(-1), on.queue.size]).toEqual([['Iniciaste la actividad 5.', undefined], 0]);
});

it('leaves a start to the browser where it has Background Sync', async () => {
  const on = browser(() => Promise.reject(new TypeError('no network')));
  const register = vi.fn(async () => {});
  Object.assign(on.worker.registration, { sync: { register } });
  await press(on, 'start');
  expect(register).toHaveBeenCalledWith('queue');
  expect(on.notifications.map(([, body]) => body)).toEqual(['Se enviará en cuanto haya señal, con la hora en que lo hiciste.']);
});

it('says why a start was refused, or that the device has no room for it', async () => {
  const refused = browser(() => Response.json({ success: false, code: 'activity.status', error: 'Está cancelada.' }, { status: 409 }));
  await press(refused, 'start');
  expect(refused.notifications).toEqual([['No se inició la actividad 5.', 'Está cancelada.']]);
  expect([...refused.queue.values()]).toMatchObject([{ activityId: 5, refusal: 'Está cancelada.' }]);
  const full = browser();
  full.queue.set = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await press(full, 'start');
  expect(full.notifications).toEqual([
    ['No se inició la actividad 5.', 'Este dispositivo no tiene espacio para guardarlo. Ábrela en Bitácora e iníciala ahí.'],
  ]);
});

it('opens the product from what it could not read and from what is of another person', async () => {
  const on = browser();
  await press(on, '', null);
  await press(on, 'start', { ...message, recipientId: ANA + 1 });
  await press(on, 'view');
  expect([on.addresses, on.notifications, on.queue.size]).toEqual([['/', '/', message.path], [], 0]);
});

it.each([
  ['its owner', ANA, ['/api/subscribe_push {"endpoint":"https://push.example.com/1","p256dh":"BA","auth":"BB"}']],
  ['another person', ANA + 1, []],
])('registers a renewed subscription in the session of %s', async (_, owner, expected) => {
  const requests: string[] = [];
  const on = browser((path, init) => {
    requests.push(`${path} ${init?.body}`);
    return Response.json({ success: true });
  }, owner);
  await onSubscriptionChange(on.worker, { oldSubscription: on.subscription as unknown as PushSubscription });
  expect(requests).toEqual(expected);
});

const clientThat = (answers: Partial<Client>) => answers as Client;

it('stays on where the server does not answer to its end', async () => {
  const on = browser();
  const away = clientThat({ unsubscribePush: () => Promise.reject(new Error('no network')) });
  await expect(disablePush(away)).rejects.toThrow('no network');
  expect([await readPushState(ANA), on.subscription === null]).toEqual(['on', false]);
  await disablePush(clientThat({ unsubscribePush: async () => ({}) as never }));
  expect([await readPushState(ANA), on.subscription]).toEqual(['off', null]);
});

it('subscribes again what the browser dropped, and ends what another person left without asking the server', async () => {
  const on = browser();
  on.subscription = null;
  const subscribePush = vi.fn(async () => ({}) as never);
  const client = clientThat({ readPush: async () => ({ success: true, key: KEY, devices: 1 }) as never, subscribePush });
  await (await cleanUpPush(ANA))(client);
  expect([subscribePush.mock.calls.length, await readPushState(ANA)]).toEqual([1, 'on']);
  const renew = await cleanUpPush(ANA + 1);
  expect([on.subscription, on.person.size]).toEqual([null, 0]);
  await renew(clientThat({}));
});
