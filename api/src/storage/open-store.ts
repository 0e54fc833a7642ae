import path from 'node:path';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { readBucketAddress } from './bucket-address.ts';
import { fileStore, type ImageStore, StoreUnavailable } from './image-store.ts';
import { sortNames } from './sort-names.ts';

/** Stands for whoever stored what a folder without markers held. */
const UNKNOWN = 'unknown';

type Owner = Pick<Core, 'db' | 'zone'>;
const idOf = ({ db, zone }: Owner) => repositoriesOn(db, zone).installation.databaseId();

/**
 * Leaves this database's marker in the image folder, before anything is stored there: from two markers on nobody removes images, for
 * each database would take the other's evidence for orphans. A folder without markers is taken for this database's alone where it
 * names every image there, and otherwise for somebody else's too, until a person removes that marker.
 */
export async function claimFolder(owner: Owner, store: ImageStore): Promise<void> {
  const id = await idOf(owner);
  const claims = await store.claims.all();
  if (claims.length === 0 && !(await namesEveryImage(owner, store))) await store.claims.add(UNKNOWN);
  if (!claims.includes(id)) await store.claims.add(id);
}

/** Whether the image folder is this database's and nobody else's. */
export async function ownsFolder(owner: Owner, store: ImageStore): Promise<boolean> {
  const [claim, ...others] = await store.claims.all();
  return others.length === 0 && claim === (await idOf(owner));
}

async function namesEveryImage(owner: Owner, store: ImageStore): Promise<boolean> {
  for await (const { unnamed } of sortNames(owner, store.listOlderThan(Number.NEGATIVE_INFINITY))) {
    if (unnamed.some((name) => !name.endsWith('.part'))) return false;
  }
  return true;
}

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

/** Where the settings say that images are kept. */
export async function openStore({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<ImageStore> {
  const address = storageUrl ? readBucketAddress(storageUrl) : null;
  if (!address) return fileStore(path.join(dataDir, 'images'));
  // Loaded only where it is used: it would take a third of the start.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(address);
}
