import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ImageStore } from '../../storage/image-store.ts';
import { imageFile } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/** What stood in the place of another image is kept under this name, which no row names and no tidying takes away. */
const earlierName = (name: string) => `${name}.anterior`;

/**
 * A backup's images on their way into the store, one at a time. An image with the same bytes stays. Other bytes under its name are kept
 * under another name, unless the backup's own image is damaged. `undo` restores the store.
 */
export function imagesOf({ folder, images, manifest }: Backup, store: ImageStore) {
  const damaged = new Set(manifest.altered);
  const added: string[] = [];
  const replaced: string[] = [];

  async function put(name: string, sha256: string): Promise<void> {
    const current = await store.open(name);
    const bytes = current && (await buffer(current));
    if (bytes && (damaged.has(name) || createHash('sha256').update(bytes).digest('hex') === sha256)) return;
    if (bytes) {
      await store.put(earlierName(name), bytes);
      replaced.push(name);
    } else added.push(name);
    await store.put(name, await readFile(path.join(folder, imageFile(name))));
  }

  async function putBack(name: string): Promise<void> {
    const earlier = await store.open(earlierName(name));
    if (!earlier) return;
    await store.put(name, await buffer(earlier));
    await store.remove(earlierName(name));
  }

  return {
    /** Answers the names under which other images were kept. */
    async put(): Promise<string[]> {
      for (const [name, sha256] of images) await put(name, sha256);
      return replaced.map(earlierName);
    },
    async undo(): Promise<void> {
      for (const name of added) await store.remove(name).catch(() => {});
      for (const name of replaced) await putBack(name).catch(() => {});
    },
  };
}
