import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImageStore } from './image-store.ts';

/** A person waits for the answer. */
const PATIENCE_MS = 5_000;

/**
 * Whether the store takes a file, gives back what it took and lets it go, all of it soon. The file is named as images are: one that a
 * crash left behind is an orphan like others, and tidied away.
 */
export function probeStore(store: ImageStore, patienceMs = PATIENCE_MS): Promise<boolean> {
  return Promise.race([tried(store), pause(patienceMs, false, { ref: false })]);
}

async function tried(store: ImageStore): Promise<boolean> {
  const name = randomUUID();
  const bytes = Buffer.from(`Prueba de Bitácora ${name}`);
  try {
    await store.put(name, bytes);
    const stream = await store.open(name);
    const isSame = stream !== null && (await buffer(stream)).equals(bytes);
    await store.remove(name);
    return isSame && (await store.open(name)) === null;
  } catch {
    await store.remove(name).catch(() => {});
    return false;
  }
}
