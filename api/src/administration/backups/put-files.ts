import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from '../../images/image-store.ts';
import { PRIVATE_FILE } from '../../private-folder.ts';
import { imageFile, secretFile } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/** Puts the images into the store, one at a time, for as long as `work` takes them; when it fails those that are new go again. */
export async function withImages<Result>({ folder, images }: Backup, store: ImageStore, work: () => Promise<Result>): Promise<Result> {
  const added: string[] = [];
  try {
    for (const name of images) {
      const found = await store.open(name);
      found?.destroy();
      if (!found) added.push(name);
      await store.put(name, await readFile(path.join(folder, imageFile(name))));
    }
    return await work();
  } catch (error) {
    for (const name of added) await store.remove(name).catch(() => {});
    throw error;
  }
}

/** Puts the secrets where there are none; with `isReplacing` also where there are. */
export async function putSecrets({ folder, manifest }: Backup, dataDir: string, isReplacing: boolean): Promise<void> {
  for (const name of manifest.secrets) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && !isReplacing) continue;
    await writeFile(place, await readFile(path.join(folder, secretFile(name))), { mode: PRIVATE_FILE });
  }
}
