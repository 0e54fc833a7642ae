import { type QueueablePath, queueableActs } from '@bitacora/core/contract/activities/queueable';
import { createDatabase } from '../app/indexed-db.ts';

/** Keeps acts to send, and replies to read without network. Pages and the service worker share it. */
export const onStore = createDatabase('bitacora-device', {
  queue: { keyPath: 'id', autoIncrement: true },
  replies: { keyPath: 'key' },
  person: {},
});

/** Removes the rows that `isOver` names. */
export async function removeWhere<Row extends { [Key in 'id' | 'key']?: IDBValidKey }>(
  name: 'queue' | 'replies',
  isOver: (row: Row) => boolean,
): Promise<void> {
  const rows: Row[] = await onStore(name, 'readonly', (store) => store.getAll());
  for (const row of rows.filter(isOver)) await onStore(name, 'readwrite', (store) => store.delete((row.id ?? row.key) as IDBValidKey));
}

/** An act that was captured without network. */
export interface QueuedAct {
  /** In the order of capture. */
  id: number;
  userId: number;
  activityId: number;
  path: QueueablePath;
  /** The fields by their names on the wire. */
  fields: Readonly<Record<string, string>>;
  images: readonly File[];
  /** SHA-256 of each image at its capture, in hexadecimal. */
  digests: readonly string[];
  /** Its Idempotency-Key, the same at every try. */
  key: string;
  capturedAt: Date;
  /** Why the server did not take it; null while it waits. */
  refusal: string | null;
}

const CHANNEL = 'bitacora-queue';
/** The server takes nothing that is older (docs/product.md, 13). */
const DAYS_KEPT = 30;
const MAX_AGE_MS = DAYS_KEPT * 86_400_000;

/** Calls `onChange` after each change of the queue, by this page, another one or the service worker. Returns a function that stops it. */
export function followQueue(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return () => channel.close();
}
function notifyChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

export async function addToQueue(act: Omit<QueuedAct, 'id'>): Promise<void> {
  await onStore('queue', 'readwrite', (store) => store.add(act));
  notifyChange();
}

/** Reads that person's acts, the earliest first. */
export async function readQueue(userId: number): Promise<QueuedAct[]> {
  const acts: QueuedAct[] = await onStore('queue', 'readonly', (store) => store.getAll());
  return acts.filter((act) => act.userId === userId);
}

export const isQueueEmpty = async (): Promise<boolean> => (await onStore<number>('queue', 'readonly', (store) => store.count())) === 0;

/** Does nothing where the person has discarded the act since. */
export async function changeQueued(act: QueuedAct): Promise<void> {
  await onStore('queue', 'readwrite', (store) => {
    const reading = store.get(act.id);
    reading.onsuccess = () => {
      if (reading.result) store.put(act);
    };
    return reading;
  });
  notifyChange();
}

export async function removeQueued(id: number): Promise<void> {
  await onStore('queue', 'readwrite', (store) => store.delete(id));
  notifyChange();
}

export async function emptyQueue(userId: number): Promise<void> {
  await removeWhere<QueuedAct>('queue', (act) => act.userId === userId);
  notifyChange();
}

/** Removes the acts of others that the server would refuse for their age, because nobody comes back to them. */
export const removeOldOfOthers = (userId: number, now: Date): Promise<void> =>
  removeWhere<QueuedAct>('queue', (act) => act.userId !== userId && now.getTime() - act.capturedAt.getTime() > MAX_AGE_MS);

/**
 * Whether an act stays behind earlier ones of its activity: behind those that wait, because the server must get them in their order. A
 * completion also stays behind a refused one, because the delivery would lack what the person did first. A refused start lacks nothing.
 */
export const isBehind = (act: Pick<QueuedAct, 'path' | 'activityId'>, earlier: readonly QueuedAct[]): boolean =>
  earlier.some((other) => other.activityId === act.activityId && (other.refusal === null || isStoppedBy(act, other)));

const isStoppedBy = ({ path }: Pick<QueuedAct, 'path'>, refused: Pick<QueuedAct, 'path'>): boolean =>
  queueableActs[path] === 'complete' && queueableActs[refused.path] !== 'start';

/** Whether an act waits for the person too, and not for network alone: something refused stops it, or an act that it is sent after. */
export function awaitsPerson(act: Pick<QueuedAct, 'path' | 'activityId'>, earlier: readonly QueuedAct[]): boolean {
  const own = earlier.filter(({ activityId }) => activityId === act.activityId);
  const isStopped = (other: Pick<QueuedAct, 'path'>, index: number) =>
    own.slice(0, index).some((before) => before.refusal !== null && isStoppedBy(other, before));
  return isStopped(act, own.length) || own.some((other, index) => other.refusal === null && isStopped(other, index));
}

/** Finds the earliest act that was not refused and that stays behind nothing. */
export const nextToSend = (queue: readonly QueuedAct[]): QueuedAct | undefined =>
  queue.find((act, index) => act.refusal === null && !isBehind(act, queue.slice(0, index)));
