import path from 'node:path';
import type { Settings } from '../settings.ts';
import { readBucketAddress } from './bucket-address.ts';
import { fileStore, type ImageStore } from './image-store.ts';

/** Where the settings say that images are kept. */
export async function openStore({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<ImageStore> {
  const address = storageUrl ? readBucketAddress(storageUrl) : null;
  if (!address) return fileStore(path.join(dataDir, 'images'));
  // Loaded only where it is used: it would take a third of the start.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(address);
}
