import { startCall } from '@bitacora/core/contract/queueable';
import type { PushMessage } from '@bitacora/core/domain/notifications/push';
import { pushTexts } from '../messages/push.ts';
import { readPushOwner } from './push.ts';
import { addToQueue, queueOf } from './queue.ts';
import { sendQueue } from './send-queue.ts';

/** What this file needs of a service worker, whose types cannot stand beside those of pages. */
export interface NotificationOfPush {
  data: PushMessage;
  close(): void;
}
interface OpenWindow {
  url: string;
  focus(): Promise<unknown>;
}
export interface Windows {
  matchAll(options: { type: 'window' }): Promise<OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
}
interface Worker {
  clients: Windows;
  registration: ServiceWorkerRegistration;
}

const ICON = '/icon-192.png';
const START = 'start';
const look = { icon: ICON, badge: ICON, lang: 'es-MX' };

/** A browser demands that every push shows something: also one that it cannot read, or of somebody who left. */
export async function onPush(registration: ServiceWorkerRegistration, data: unknown): Promise<void> {
  const message = data as PushMessage | undefined;
  if (!message || message.recipientId !== (await readPushOwner()))
    return registration.showNotification(pushTexts.product, { ...look, body: pushTexts.unread });
  const { title, body, tag, startable } = message;
  const actions = [...(startable === null ? [] : [{ action: START, title: pushTexts.start }]), { action: 'view', title: pushTexts.view }];
  // TypeScript's library does not know the actions of a notification.
  const options = { ...look, body, tag, data: message, actions } as NotificationOptions;
  await registration.showNotification(title, options);
}

async function show({ clients }: Worker, path: string): Promise<void> {
  // Another page stays as it is, because somebody may be writing there.
  const open = (await clients.matchAll({ type: 'window' })).find(({ url }) => url.endsWith(path));
  await (open ? open.focus() : clients.openWindow(path));
}

/** 'Iniciar' goes through the queue, so that it also holds without network. What is not done at once leads to the page that says why. */
export async function onPushClick(worker: Worker, action: string, { path, tag, startable, recipientId }: PushMessage): Promise<void> {
  if (recipientId !== (await readPushOwner())) return show(worker, '/');
  if (action !== START || startable === null) return show(worker, path);
  const key = crypto.randomUUID();
  const act = { ...startCall(startable), userId: recipientId, activityId: startable, images: [], digests: [], key };
  await addToQueue({ ...act, capturedAt: new Date(), refusal: null });
  await sendQueue();
  const isWaiting = (await queueOf(recipientId)).some((queued) => queued.key === key);
  if (isWaiting) return show(worker, path);
  await worker.registration.showNotification(pushTexts.started(startable), { ...look, tag });
}
