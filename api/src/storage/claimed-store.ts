import type { Core } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { claimFolder } from './claim-folder.ts';
import type { ImageStore } from './image-store.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * The store, its folder claimed before anything is put there: at once, or where the service is away, by the first image that comes after.
 * Whatever was asked for meanwhile needs no images. A service that answers and refuses us (its 4xx) is a wrong setting, and thrown.
 */
export async function claimedStore(owner: Pick<Core, 'db' | 'zone'>, store: ImageStore, log: Logger): Promise<ImageStore> {
  let claimed: Promise<void> | null = null;
  // Once for all who come meanwhile: a second one would find the image of the first there, and nobody's yet.
  const claim = () => {
    claimed ??= claimFolder(owner, store).catch((error) => {
      claimed = null;
      throw error;
    });
    return claimed;
  };
  await claim().catch((error) => {
    if (!(error instanceof StoreUnavailable) || isRefused(error)) throw error;
    log.warn({ err: error }, 'images are away: everything else is served');
  });
  return {
    ...store,
    async put(name, bytes) {
      await claim();
      return store.put(name, bytes);
    },
  };
}

function isRefused({ cause }: StoreUnavailable): boolean {
  const { httpStatusCode = 0 } = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  return httpStatusCode >= 400 && httpStatusCode < 500;
}
