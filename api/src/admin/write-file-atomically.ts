import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_FILE } from '../startup/private-folder.ts';
import { syncEntries } from '../storage/sync-entries.ts';

/** A file that is its owner's alone, there as a whole or as it was before; it would survive a power cut. */
export async function writeFileAtomically(place: string, bytes: Buffer): Promise<void> {
  const part = `${place}.part`;
  await rm(part, { force: true }); // one that was left behind would keep the mode it has
  try {
    const file = await open(part, 'wx', PRIVATE_FILE);
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncEntries(path.dirname(place));
}
