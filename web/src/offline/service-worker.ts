import {
  type NotificationOfPush,
  onPush,
  onPushClick,
  onSubscriptionChange,
  type SubscriptionChange,
  type Windows,
} from './push-events.ts';
import { sendQueue } from './send-queue.ts';

/** Addresses of the build, which `build-plugins.ts` fills in. A new release changes them, and with them this file. */
declare const SHELL: readonly string[];
declare const SHELL_NAME: string;

// TypeScript's library of workers cannot stand beside that of pages.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface SyncEvent extends ExtendableEvent {
  tag: string;
}
interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  sync: SyncEvent;
  push: ExtendableEvent & { data: { json(): unknown } | null };
  notificationclick: ExtendableEvent & { action: string; notification: NotificationOfPush };
  pushsubscriptionchange: ExtendableEvent & SubscriptionChange;
  message: ExtendableEvent & MessageEvent<'activate' | { entry: string }>;
}
interface Worker {
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listen: (event: WorkerEvents[Name]) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> } & Windows;
  registration: ServiceWorkerRegistration;
}
const worker = self as unknown as Worker;
/** Written once, because the build fills in the list wherever it is named. */
const FILES = SHELL;
const PREFIX = 'shell-';
const CACHE = PREFIX + SHELL_NAME;
/** Every page of the product has this text. At this address it asks for the files of no screen beforehand. */
const PAGE = '/index.html';

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])));
});

worker.addEventListener('activate', (event) => {
  const cleanUp = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(cleanUp());
});

// The API's answers vary by encoding alone, which a request in a browser does not name.
const cached = (address: Request | string) => caches.match(address, { ignoreVary: true, cacheName: CACHE });

/** The page comes from the network wherever there is one, so that no stale page meets a newer API. */
const pageFor = (request: Request, pathname: string): Promise<Response> =>
  fetch(request).catch(async (error) => (await cached(FILES.includes(pathname) ? pathname : PAGE)) ?? Promise.reject(error));

const fileFor = async (request: Request): Promise<Response> => (await cached(request)) ?? fetch(request);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Nothing of the API is kept here, because it belongs to a person.
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(request, pathname));
  else if (FILES.includes(pathname)) event.respondWith(fileFor(request));
});

worker.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === 'activate') event.waitUntil(worker.skipWaiting());
  // A page asks whether this worker's release is its own.
  else ports[0]?.postMessage(FILES.includes(data.entry));
});

worker.addEventListener('push', (event) => {
  const read = async () => event.data?.json();
  event.waitUntil(
    read().then(
      (data) => onPush(worker.registration, data),
      () => onPush(worker.registration, undefined),
    ),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(onPushClick(worker, event.action, event.notification.data));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(onSubscriptionChange(worker, event));
});

worker.addEventListener('sync', (event) => {
  const send = async () => {
    // It waits its turn, because the one who sends now may fail after this chance. The browser tries again later when this rejects.
    if ((await sendQueue({ waits: true })).end === 'unreachable') throw new Error('no network');
  };
  event.waitUntil(send());
});
