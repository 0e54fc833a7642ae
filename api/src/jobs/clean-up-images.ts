import type { Core } from '@bitacora/core/server';
import { ownsFolder } from '../storage/claim-folder.ts';
import type { ImageStore } from '../storage/image-store.ts';
import { sortNames } from '../storage/sort-names.ts';

const HOUR_MS = 3_600_000;
/** An upload is stored before its row is: what is younger may still be on its way. */
const ORPHAN_AGE_MS = HOUR_MS;
const KEPT_ASIDE_MS = 30 * 24 * HOUR_MS;

/** How many files were put back, set aside and removed for good; or `isShared`, and no image was removed. */
export interface CleanedImages {
  isShared: boolean;
  putBack: number;
  setAside: number;
  forgotten: number;
}

/**
 * Sets aside image files that no row names: a process killed between storing and committing left them, or an older dump was restored.
 * Those that a row names again are put back, the rest go after thirty days. Where other databases store images too, nothing is
 * removed at all.
 */
export async function cleanUpImages(core: Core, store: ImageStore): Promise<CleanedImages> {
  const tidied: CleanedImages = { isShared: false, putBack: 0, setAside: 0, forgotten: 0 };
  for await (const { named } of sortNames(core, await store.aside.names())) {
    for (const name of named) await store.aside.putBack(name);
    tidied.putBack += named.length;
  }
  if (!(await ownsFolder(core, store))) return { ...tidied, isShared: true };

  const now = core.clock();
  for await (const { unnamed } of sortNames(core, store.listOlderThan(ORPHAN_AGE_MS))) {
    for (const name of unnamed) await store.aside.add(name, now);
    tidied.setAside += unnamed.length;
  }
  tidied.forgotten = await store.aside.forgetBefore(new Date(now.getTime() - KEPT_ASIDE_MS));
  return tidied;
}
