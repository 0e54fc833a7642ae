import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ImageStore } from './image-store.ts';

/**
 * Whether the store takes a file, gives back what it took and lets it go. The file is named as images are: one that a crash left behind
 * is an orphan like others, and tidied away.
 */
export async function probeStore(store: ImageStore): Promise<boolean> {
  const name = randomUUID();
  const written = Buffer.from(`Prueba de Bitácora ${name}`);
  try {
    await store.put(name, written);
    const found = await store.open(name);
    const isSame = found !== null && (await buffer(found)).equals(written);
    await store.remove(name);
    return isSame && (await store.open(name)) === null;
  } catch {
    await store.remove(name).catch(() => {});
    return false;
  }
}
