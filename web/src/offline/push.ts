import type { Client } from '@bitacora/core/client';
import { onStore } from './queue.ts';

/** Under this key the store has the person whose notifications this browser shows. */
const OWNER_KEY = 'pushOf';

/** `denied`: the person refused it in the browser, and only they can change that there. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isSupported() ? navigator.serviceWorker.getRegistration() : undefined;

/** Finds the person whose notifications this browser shows; undefined without a subscription. */
export const readPushOwner = () =>
  onStore<number | undefined>('person', 'readonly', (store) => store.get(OWNER_KEY)).catch(() => undefined);

/** Writes bytes as the contract sends them. */
const inText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export async function readPushState(userId: number): Promise<PushState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await worker.pushManager.getSubscription();
  return subscription && (await readPushOwner()) === userId ? 'on' : 'off';
}

/** Asks the person and subscribes this browser. Returns the new state. */
export async function enablePush(client: Client, userId: number): Promise<PushState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off';
  const { key } = await client.readPush();
  // A subscription for another key of the server is of no use.
  const earlier = await worker.pushManager.getSubscription();
  if (earlier && inText(earlier.options.applicationServerKey) !== key) await earlier.unsubscribe();
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const [publicKey, authSecret] = (['p256dh', 'auth'] as const).map((name) => inText(subscription.getKey(name)));
  await client.subscribePush({ endpoint: subscription.endpoint, publicKey: publicKey as string, authSecret: authSecret as string });
  await onStore('person', 'readwrite', (store) => store.put(userId, OWNER_KEY));
  return 'on';
}

/** Ends the notifications of this browser and closes those that it shows. The server's part ends with its call, or with the session. */
export async function endPush(): Promise<void> {
  const worker = await registration();
  const subscription = await worker?.pushManager.getSubscription();
  await onStore('person', 'readwrite', (store) => store.delete(OWNER_KEY)).catch(() => {});
  for (const notification of (await worker?.getNotifications?.()) ?? []) notification.close();
  // A subscription that stays shows nothing about work, because it has no owner.
  await subscription?.unsubscribe().catch(() => {});
}

/** The server comes first, because without its answer this browser goes on showing notifications, and the page says so. */
export async function disablePush(client: Client): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) await client.unsubscribePush({ endpoint: subscription.endpoint });
  await endPush();
  return 'off';
}

/**
 * When a page opens: ends what another person left here, also without network. Answers what ties the browser to the session of now; it
 * subscribes again where the browser dropped the subscription.
 */
export async function cleanUpPush(userId: number): Promise<(client: Client) => Promise<void>> {
  const isOwner = (await readPushOwner()) === userId;
  if (!isOwner) await endPush();
  return async (client) => {
    if (isOwner) await enablePush(client, userId);
  };
}
