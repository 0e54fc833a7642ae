import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Logger } from 'pino';
import { readBucketAddress } from '../settings/bucket-address.ts';
import type { Settings } from '../settings/settings.ts';
import { fileStore, type ImageStore, parseImageId, StoreUnavailable } from './image-store.ts';

const BATCH = 500;

/** Divides stored names, a batch at a time, into those whose image this database knows, as evidence or photo, and the rest. */
export async function* sortNames({ db, zone }: Pick<Core, 'db' | 'zone'>, names: AsyncIterable<string> | Iterable<string>) {
  const { images } = repositoriesOn(db, zone);
  const sort = async (batch: string[]) => {
    const knownIds = await images.known(batch.map(parseImageId));
    const isNamed = (name: string) => knownIds.has(parseImageId(name));
    return { named: batch.filter(isNamed), unnamed: batch.filter((name) => !isNamed(name)) };
  };

  const batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length === BATCH) yield await sort(batch.splice(0));
  }
  yield await sort(batch);
}

/** The marker of an unknown database that filled a folder before there were markers. */
const UNKNOWN = 'unknown';

type Owner = Pick<Core, 'db' | 'zone'>;
const readDatabaseId = ({ db, zone }: Owner) => repositoriesOn(db, zone).installation.databaseId();

/**
 * Writes this database's marker into the image folder before the first image. With two markers no database removes images, because each
 * would take the other's evidence for orphans. A folder without markers belongs to this database alone if it names every image there.
 * Otherwise a second marker stands for the unknown owner until a person removes it.
 */
export async function claimFolder(owner: Owner, store: ImageStore): Promise<void> {
  const id = await readDatabaseId(owner);
  const claims = await store.claims.all();
  if (claims.length === 0 && !(await namesEveryImage(owner, store))) await store.claims.add(UNKNOWN);
  if (!claims.includes(id)) await store.claims.add(id);
}

/** Whether the image folder is this database's and nobody else's. */
export async function ownsFolder(owner: Owner, store: ImageStore): Promise<boolean> {
  const [claim, ...others] = await store.claims.all();
  return others.length === 0 && claim === (await readDatabaseId(owner));
}

async function namesEveryImage(owner: Owner, store: ImageStore): Promise<boolean> {
  for await (const { unnamed } of sortNames(owner, store.listOlderThan(Number.NEGATIVE_INFINITY))) {
    if (unnamed.some((name) => !name.endsWith('.part'))) return false;
  }
  return true;
}

/**
 * Returns the store with its folder claimed before the first image: now, or by the first upload if the service is away. A service that
 * refuses us (4xx) is a wrong setting, and thrown.
 */
export async function claimedStore(owner: Pick<Core, 'db' | 'zone'>, store: ImageStore, log: Logger): Promise<ImageStore> {
  let claiming: Promise<void> | null = null;
  // One claim for all parallel uploads, because a second claim would find the first image unclaimed.
  const claim = () => {
    claiming ??= claimFolder(owner, store).catch((error) => {
      claiming = null;
      throw error;
    });
    return claiming;
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

export async function openStore({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<ImageStore> {
  const address = storageUrl ? readBucketAddress(storageUrl) : null;
  if (!address) return fileStore(path.join(dataDir, 'images'));
  // The S3 client is loaded only where it is used, because it would take a third of the start.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(address);
}

/** The probe is short because a person waits for the answer. */
const PATIENCE_MS = 5_000;

/**
 * Tells whether the store can write, read and remove a file in time. The file is named as images are, so that the clean-up removes one that
 * a crash left behind.
 */
export const probeStore = (store: ImageStore): Promise<boolean> =>
  Promise.race([tryStore(store), pause(PATIENCE_MS, false, { ref: false })]);

async function tryStore(store: ImageStore): Promise<boolean> {
  const name = randomUUID();
  const bytes = Buffer.from(`A probe of the image store: ${name}`);
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
