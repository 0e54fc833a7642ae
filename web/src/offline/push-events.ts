import { startCall } from '@bitacora/core/contract/activities/queueable';
import { subscribeRequest } from '@bitacora/core/contract/exchange';
import type { PushMessage } from '@bitacora/core/domain/notifications/delivery';
import { offlineTexts } from '../messages/offline-texts.ts';
import { pushTexts } from '../messages/profile-texts.ts';
import { readPushOwner } from './push.ts';
import { addToQueue, readQueue } from './queue.ts';
import { postAs, registerSync, type SendOutcome, sendQueue } from './send-queue.ts';

/** What this file needs of a service worker, whose types cannot stand beside those of pages. */
export interface NotificationOfPush {
  data: PushMessage | null;
  close(): void;
}
/** Firefox names neither of them. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
interface OpenWindow {
  url: string;
  focus(): Promise<unknown>;
}
export interface Windows {
  matchAll(options: { type: 'window' }): Promise<OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
}
interface PushWorker {
  clients: Windows;
  registration: ServiceWorkerRegistration;
}

const ICON = '/icon-192.png';
const START = 'start';
/** 'Iniciar' waits this long for the server before it says that the start was kept. */
const PATIENCE_MS = 3_000;
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

async function show({ clients }: PushWorker, path: string): Promise<void> {
  // Another page stays as it is, because somebody may be writing there.
  const open = (await clients.matchAll({ type: 'window' })).find(({ url }) => url.endsWith(path));
  await (open ? open.focus() : clients.openWindow(path));
}

/**
 * 'Iniciar' goes through the queue, so that it also holds without network. A notification says what came of it, because browsers open a
 * window only soon after a press.
 */
export async function onPushClick(worker: PushWorker, action: string, message: PushMessage | null): Promise<void> {
  if (!message || message.recipientId !== (await readPushOwner())) return show(worker, '/');
  const { path, tag, startable, recipientId } = message;
  if (action !== START || startable === null) return show(worker, path);
  const say = (title: string, body?: string) =>
    worker.registration.showNotification(title, { ...look, ...(body && { body }), tag, data: { ...message, startable: null } });
  const key = crypto.randomUUID();
  const act = { ...startCall(startable), userId: recipientId, activityId: startable, images: [], digests: [], key };
  try {
    await addToQueue({ ...act, capturedAt: new Date(), refusal: null });
  } catch {
    return say(pushTexts.notStarted(startable), pushTexts.full);
  }
  const left = async () => (await readQueue(recipientId)).find((queued) => queued.key === key);
  const sending = sendQueue({ waits: true });
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const outcome = await Promise.race([sending, late]);
  if ((await left())?.refusal === null) {
    const isSynced = await registerSync(worker.registration).catch(() => false);
    const later = isSynced ? offlineTexts.queued : pushTexts.whenOpened;
    const whys: Partial<Record<SendOutcome['end'], string>> = { noSession: pushTexts.afterLogin, done: offlineTexts.behind };
    await say(pushTexts.startQueued(startable), (outcome && whys[outcome.end]) ?? later);
    // An answer may yet come; the browser ends this wait when it wants.
    await sending;
  }
  const queued = await left();
  if (!queued) return say(pushTexts.started(startable));
  if (queued.refusal !== null) return say(pushTexts.notStarted(startable), queued.refusal);
}

/** Follows a browser that renews its subscription by itself. If it does not name the earlier one, the next opening of the product subscribes. */
export async function onSubscriptionChange({ registration }: PushWorker, change: SubscriptionChange): Promise<void> {
  const owner = await readPushOwner();
  const applicationServerKey = change.oldSubscription?.options.applicationServerKey;
  if (owner === undefined || (!change.newSubscription && !applicationServerKey)) return;
  const subscription =
    change.newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscription.toJSON();
  await postAs(owner, subscribeRequest.path, { endpoint, ...keys });
}
