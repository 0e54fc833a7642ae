import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_FILE } from '../startup/private-folder.ts';
import { syncEntries } from './sync-entries.ts';

/** What the name of a marker begins with. */
export const MARKER = 'database-';

/** Which databases store images in a folder: each leaves a marker of its own there, so that no order of starts can hide one. */
export interface FolderClaims {
  all(): Promise<string[]>;
  /** Returns once the marker would survive a power cut. */
  add(database: string): Promise<void>;
}

export const folderClaims = (folder: string): FolderClaims => ({
  all: async () => (await readdir(folder)).filter((name) => name.startsWith(MARKER)).map((name) => name.slice(MARKER.length)),

  async add(database) {
    const marker = await open(path.join(folder, `${MARKER}${database}`), 'a', PRIVATE_FILE);
    await marker.sync().finally(() => marker.close());
    await syncEntries(folder);
  },
});
