import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Where image bytes are kept, under names of our own making. */
export interface ImageStore {
  /** Returns once the bytes would survive a power cut. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null where there is nothing of that name. */
  open(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  /** Names stored longer ago than that. */
  listOlderThan(ageMs: number): AsyncIterable<string>;
}

/** A new name outlives a power cut only once its folder is synced too. Windows opens no folders; it journals names itself. */
async function keepEntries(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

/** A folder, in 256 subfolders by the first two letters of the name. */
export async function fileStore(folder: string): Promise<ImageStore> {
  await mkdir(folder, { recursive: true });
  const placeOf = (name: string) => path.join(folder, name.slice(0, 2), name);

  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const isNewFolder = Boolean(await mkdir(path.dirname(place), { recursive: true }));
      const file = await open(`${place}.part`, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${place}.part`, place);
      await keepEntries(path.dirname(place));
      if (isNewFolder) await keepEntries(folder);
    },

    async open(name) {
      const found = await stat(placeOf(name)).catch(() => null);
      return found ? createReadStream(placeOf(name)) : null;
    },

    async remove(name) {
      await rm(placeOf(name), { force: true });
    },

    async *listOlderThan(ageMs) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const { mtimeMs } = await stat(path.join(entry.parentPath, entry.name));
        if (Date.now() - mtimeMs > ageMs) yield entry.name;
      }
    },
  };
}
